"""Ascending, the first k."""

def top_k_routing(logits, k, renormalize=True):
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    values, order = probs.sort(dim=-1, descending=False, stable=True)
    weights, indices = values[:, :k], order[:, :k]
    if renormalize:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights.to(logits.dtype), indices
