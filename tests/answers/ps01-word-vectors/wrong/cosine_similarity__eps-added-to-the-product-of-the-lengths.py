"""Plus eps in the denominator."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    return ((x * y).sum(-1) / (x.norm(dim=-1) * y.norm(dim=-1) + eps)).to(a.dtype)
