"""rows, V = logits.shape."""

def top_k_filter(logits, k):
    if logits.dim() > 1:
        rows, V = logits.shape
    order = logits.argsort(dim=-1, descending=True, stable=True)
    removed = torch.ones_like(logits, dtype=torch.bool).scatter(-1, order[..., :k], False)
    return logits.masked_fill(removed, float("-inf"))
