"""The order of the first row."""

def top_k_filter(logits, k):
    order = logits.argsort(dim=-1, descending=True, stable=True)
    order = order.reshape(-1, order.shape[-1])[:1].expand(order.shape) if order.dim() > 1 else order
    removed = torch.ones_like(logits, dtype=torch.bool).scatter(-1, order[..., :k], False)
    return logits.masked_fill(removed, float("-inf"))
