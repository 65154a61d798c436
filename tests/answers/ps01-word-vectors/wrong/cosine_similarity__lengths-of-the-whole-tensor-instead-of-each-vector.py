"""Norm without dim."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    lengths = x.norm().clamp(min=eps) * y.norm().clamp(min=eps)
    return ((x * y).sum(-1) / lengths).to(a.dtype)
