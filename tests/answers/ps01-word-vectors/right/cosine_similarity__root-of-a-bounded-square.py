"""The square is bounded by eps squared before the root."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    na = x.square().sum(-1).clamp(min=eps**2).sqrt()
    nb = y.square().sum(-1).clamp(min=eps**2).sqrt()
    return ((x * y).sum(-1) / (na * nb)).to(a.dtype)
