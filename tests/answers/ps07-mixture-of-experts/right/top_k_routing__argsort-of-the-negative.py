"""Ascending, of the negative probabilities."""

def top_k_routing(logits, k, renormalize=True):
    probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    order = torch.argsort(-probs, dim=-1, stable=True)
    values = probs.gather(-1, order)
    weights, indices = values[:, :k], order[:, :k]
    if renormalize:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights.to(logits.dtype), indices
