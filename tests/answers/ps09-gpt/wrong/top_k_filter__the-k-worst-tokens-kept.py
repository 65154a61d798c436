"""Sorted the other way."""

def top_k_filter(logits, k):
    order = logits.argsort(dim=-1, descending=False, stable=True)
    removed = torch.ones_like(logits, dtype=torch.bool).scatter(-1, order[..., :k], False)
    return logits.masked_fill(removed, float("-inf"))
