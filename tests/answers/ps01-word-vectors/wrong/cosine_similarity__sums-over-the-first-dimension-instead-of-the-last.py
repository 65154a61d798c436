"""Dim=0."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    lengths = x.norm(dim=0).clamp(min=eps) * y.norm(dim=0).clamp(min=eps)
    return ((x * y).sum(0) / lengths).to(a.dtype)
