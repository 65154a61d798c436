"""Exponentials by hand, a safe denominator."""

def masked_softmax(scores, mask, dim=-1):
    keep = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask.broadcast_to(scores.shape)
    low = torch.where(keep, scores, float("-inf")).amax(dim, keepdim=True)
    low = torch.where(low.isfinite(), low, torch.zeros_like(low)).detach()
    e = torch.exp(torch.where(keep, scores - low, torch.zeros_like(scores))) * keep
    total = e.sum(dim, keepdim=True)
    return e / total.where(total > 0, torch.ones_like(total))
