"""Gradients scaled to length 1 and not to max_norm."""

def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in params if p.grad is not None]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g.div_(norm)
    return norm
