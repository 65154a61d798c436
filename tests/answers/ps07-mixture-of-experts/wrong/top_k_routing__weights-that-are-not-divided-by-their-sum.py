"""renormalize is not used."""

def top_k_routing(logits, k, renormalize=True):
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    values, order = probs.sort(dim=-1, descending=True, stable=True)
    weights, indices = values[:, :k], order[:, :k]
    if renormalize is None:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights.to(logits.dtype), indices
