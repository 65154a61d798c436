"""A place is chosen for the whole batch.

True of it: the-same-places-in-every-row
"""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    chosen = (torch.rand(ids.shape[-1], generator=generator) < rate).expand(ids.shape) & ~special
    u = torch.rand(ids.shape, generator=generator)
    draw = torch.randint(0, vocab_size, ids.shape, generator=generator)
    inputs = ids.clone()
    inputs[chosen & (u < 0.8)] = mask_id
    swap = chosen & (u >= 0.8) & (u < 0.9)
    inputs[swap] = draw[swap]
    return inputs, torch.where(chosen, ids, torch.full_like(ids, -100))
