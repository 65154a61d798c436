"""sum() without a dimension."""

def top_k_routing(logits, k, renormalize=True):
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    values, order = probs.sort(dim=-1, descending=True, stable=True)
    weights, indices = values[:, :k], order[:, :k]
    if renormalize:
        weights = weights / weights.sum()
    return weights.to(logits.dtype), indices
