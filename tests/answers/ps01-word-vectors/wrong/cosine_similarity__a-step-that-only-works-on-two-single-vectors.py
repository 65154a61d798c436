"""Torch.dot."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    return (torch.dot(x, y) / (x.norm().clamp(min=eps) * y.norm().clamp(min=eps))).to(a.dtype)
