"""Gives what is new.

True of it: the-new-tokens-alone-returned
"""

@torch.inference_mode()
def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    start, done = ids.shape[1], torch.zeros(len(ids), dtype=torch.bool)
    for _ in range(max_new_tokens):
        new = sample_next(model(ids)[:, -1], **sampling)
        if eos_id is not None:
            new = new.masked_fill(done, eos_id)
            done |= new == eos_id
        ids = torch.cat([ids, new[:, None]], 1)
        if done.all():
            break
    return ids[:, start:]
