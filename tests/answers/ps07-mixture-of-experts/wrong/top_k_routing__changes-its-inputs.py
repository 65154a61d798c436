"""The scores shifted in place."""

def top_k_routing(logits, k, renormalize=True):
    logits -= logits.amax(-1, keepdim=True).detach()
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    values, order = probs.sort(dim=-1, descending=True, stable=True)
    weights, indices = values[:, :k], order[:, :k]
    if renormalize:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights.to(logits.dtype), indices
