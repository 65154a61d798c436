"""1e-6 seemed small enough."""

def cosine_similarity(a, b, eps=1e-6):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    lengths = x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps)
    return ((x * y).sum(-1) / lengths).to(a.dtype)
