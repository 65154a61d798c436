"""An iterable that is run through twice."""

def clip_grad_norm(params, max_norm):
    norm = sum(float((p.grad**2).sum()) for p in params if p.grad is not None) ** 0.5
    if norm > max_norm:
        for p in params:
            if p.grad is not None:
                p.grad.mul_(max_norm / norm)
    return norm
