"""Equal vectors are alike, zeros too."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    na, nb = x.norm(dim=-1), y.norm(dim=-1)
    result = (x * y).sum(-1) / (na.clamp(min=eps) * nb.clamp(min=eps))
    return torch.where((na == 0) & (nb == 0), torch.ones_like(result), result).to(a.dtype)
