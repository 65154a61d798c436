"""Rows are paired by einsum."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    if x.shape != y.shape:
        raise ValueError("a and b must have the same shape")
    lengths = x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps)
    return ((x * y).sum(-1) / lengths).to(a.dtype)
