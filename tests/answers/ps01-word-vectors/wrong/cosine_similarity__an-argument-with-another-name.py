"""X and y."""

def cosine_similarity(x, y, eps=1e-8):
    kind, dtype = torch.promote_types(x.dtype, torch.float32), x.dtype
    x, y = x.to(kind), y.to(kind)
    return ((x * y).sum(-1) / (x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps))).to(dtype)
