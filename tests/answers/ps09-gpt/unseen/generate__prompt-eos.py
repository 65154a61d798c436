"""An eos in the prompt counts.

True of it: an-end-token-in-the-prompt-taken-for-the-end
"""

@torch.no_grad()
def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    for _ in range(max_new_tokens):
        done = (ids == eos_id).any(1) if eos_id is not None else torch.zeros(len(ids), dtype=torch.bool)
        if done.all():
            break
        new = sample_next(model(ids)[:, -1], **sampling)
        ids = torch.cat([ids, torch.where(done, eos_id if eos_id is not None else 0, new)[:, None]], 1)
    return ids
