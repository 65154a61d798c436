"""Exactly 15 percent of each row, by randperm."""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    scores = torch.rand(ids.shape, generator=generator).masked_fill(special, 2)
    n = max(1, int(rate * ids.shape[-1]))
    chosen = torch.zeros_like(special).scatter(-1, scores.topk(n, dim=-1, largest=False).indices, True) & ~special
    u = torch.rand(ids.shape, generator=generator)
    draw = torch.randint(vocab_size, ids.shape, generator=generator)
    out = torch.where(chosen & (u < 0.8), mask_id, torch.where(chosen & (u > 0.9), draw, ids))
    return out, torch.where(chosen, ids, -100)
