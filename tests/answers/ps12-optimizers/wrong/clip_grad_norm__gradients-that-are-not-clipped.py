"""Gradients that are not clipped."""

def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in params if p.grad is not None]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g = g * (max_norm / norm)
    return norm
