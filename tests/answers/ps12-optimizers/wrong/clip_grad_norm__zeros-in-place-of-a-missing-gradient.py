"""Zeros in place of a missing gradient."""

def clip_grad_norm(params, max_norm):
    params = list(params)
    for p in params:
        if p.grad is None:
            p.grad = torch.zeros_like(p)
    norm = sum(float((p.grad**2).sum()) for p in params) ** 0.5
    for p in params:
        if norm > max_norm:
            p.grad.mul_(max_norm / norm)
    return norm
