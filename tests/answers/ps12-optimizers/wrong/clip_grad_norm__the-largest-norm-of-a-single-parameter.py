"""The largest norm of a single parameter."""

def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in params if p.grad is not None]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    before = [float(g.norm()) for g in grads]
    if norm > max_norm:
        for g in grads:
            g.mul_(max_norm / norm)
    return max(before, default=0.0)
