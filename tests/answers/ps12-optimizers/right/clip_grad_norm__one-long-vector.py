"""One long vector."""

def clip_grad_norm(params, max_norm):
    having = [p for p in params if p.grad is not None]
    if not having:
        return torch.tensor(0.0)
    norm = torch.cat([p.grad.flatten() for p in having]).norm()
    if norm > max_norm:
        for p in having:
            p.grad = p.grad * (max_norm / norm)
    return norm
