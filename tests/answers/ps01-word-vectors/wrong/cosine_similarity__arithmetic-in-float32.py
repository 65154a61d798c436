"""Float32 for everything, cast back at the end."""

def cosine_similarity(a, b, eps=1e-8):
    x, y = a.float(), b.float()
    return ((x * y).sum(-1) / (x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps))).to(a.dtype)
