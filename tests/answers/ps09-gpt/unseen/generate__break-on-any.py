"""Stops when one row has met eos.

True of it: rows-that-end-when-the-first-of-them-ends
"""

@torch.no_grad()
def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    for _ in range(max_new_tokens):
        new = sample_next(model(ids)[:, -1], **sampling)
        ids = torch.cat([ids, new[:, None]], 1)
        if eos_id is not None and (new == eos_id).any():
            break
    return ids
