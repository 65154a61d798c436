"""One random number says both, rescaled."""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    u = torch.rand(ids.shape, generator=generator, dtype=torch.float64)
    u = torch.where(special, 2.0, u)
    random = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = torch.where(u < 0.8 * rate, torch.full_like(ids, mask_id), torch.where(u < 0.9 * rate, random, ids))
    labels = ids.masked_fill(u >= rate, -100)
    return inputs, labels
