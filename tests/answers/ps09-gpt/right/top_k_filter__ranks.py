"""The rank of every token."""

def top_k_filter(logits, k):
    order = torch.sort(logits, dim=-1, descending=True, stable=True)[1]
    rank = order.argsort(dim=-1)
    return torch.where(rank < k, logits, torch.tensor(float("-inf"), dtype=logits.dtype))
