"""The mask is turned round."""

def top_k_filter(logits, k):
    order = logits.argsort(dim=-1, descending=True, stable=True)
    removed = torch.ones_like(logits, dtype=torch.bool).scatter(-1, order[..., :k], False)
    return logits.masked_fill(~removed, float("-inf"))
