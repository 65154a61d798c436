"""Float64 throughout."""

def clip_grad_norm(params, max_norm):
    params, total = list(params), 0.0
    for p in params:
        if p.grad is not None:
            total += p.grad.double().pow(2).sum().item()
    norm = math.sqrt(total)
    if norm > max_norm:
        for p in params:
            if p.grad is not None:
                p.grad.copy_(p.grad.double() * max_norm / norm)
    return norm
