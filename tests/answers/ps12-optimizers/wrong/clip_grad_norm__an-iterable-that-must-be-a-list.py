"""An iterable that must be a list."""

def clip_grad_norm(params, max_norm):
    grads = [params[i].grad for i in range(len(params)) if params[i].grad is not None]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g.mul_(max_norm / norm)
    return norm
