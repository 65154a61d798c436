"""softmax once more."""

def top_k_routing(logits, k, renormalize=True):
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    values, order = probs.sort(dim=-1, descending=True, stable=True)
    weights, indices = values[:, :k], order[:, :k]
    if renormalize:
        weights = weights.softmax(-1)
    return weights.to(logits.dtype), indices
