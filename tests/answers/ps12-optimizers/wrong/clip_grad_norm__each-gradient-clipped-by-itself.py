"""Each gradient clipped by itself."""

def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in params if p.grad is not None]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    for g in grads:
        if g.norm() > max_norm:
            g.mul_(max_norm / g.norm())
    return norm
