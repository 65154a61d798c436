"""A gradient of None that is not thought of."""

def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in params]
    norm = sum(float((g**2).sum()) for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g.mul_(max_norm / norm)
    return norm
