"""10 percent of what the mask left, not half of it.

True of it: 10-of-the-rest-instead-of-10-of-all
"""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    chosen = (torch.rand(ids.shape, generator=generator) < rate) & ~special
    masked = chosen & (torch.rand(ids.shape, generator=generator) < 0.8)
    other = chosen & ~masked & (torch.rand(ids.shape, generator=generator) < 0.1)
    out = ids.clone()
    out[masked] = mask_id
    out[other] = torch.randint(vocab_size, (int(other.sum()),), generator=generator)
    return out, ids.masked_fill(~chosen, -100)
