"""One random word for all of them.

True of it: one-random-token-for-all
"""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    labels = torch.full_like(ids, -100)
    chosen = torch.bernoulli(torch.full(ids.shape, rate).masked_fill(special, 0), generator=generator).bool()
    labels[chosen] = ids[chosen]
    u = torch.rand(ids.shape, generator=generator)
    word = torch.randint(vocab_size, (1,), generator=generator)
    return torch.where(chosen & (u < 0.8), mask_id, torch.where(chosen & (u >= 0.9), word, ids)), labels
