"""1e-8 written into the code."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    lengths = x.norm(dim=-1).clamp(min=1e-8) * y.norm(dim=-1).clamp(min=1e-8)
    return ((x * y).sum(-1) / lengths).to(a.dtype)
