"""In the dtype that comes."""

def cosine_similarity(a, b, eps=1e-8):
    lengths = a.norm(dim=-1).clamp(min=eps) * b.norm(dim=-1).clamp(min=eps)
    return ((a * b).sum(-1) / lengths).to(a.dtype)
