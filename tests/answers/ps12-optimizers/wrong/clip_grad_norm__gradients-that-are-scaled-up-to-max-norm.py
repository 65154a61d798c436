"""Gradients that are scaled up to max_norm."""

def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in params if p.grad is not None]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    if norm > 0:
        for g in grads:
            g.mul_(max_norm / norm)
    return norm
