"""Ascending and stable, then turned round."""

def top_k_routing(logits, k, renormalize=True):
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    values, order = (t.flip(-1) for t in probs.sort(dim=-1, stable=True))
    weights, indices = values[:, :k], order[:, :k]
    if renormalize:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights.to(logits.dtype), indices
