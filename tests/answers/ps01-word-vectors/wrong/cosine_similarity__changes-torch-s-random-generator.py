"""Seeded for reproducibility."""

def cosine_similarity(a, b, eps=1e-8):
    torch.manual_seed(0)
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    return ((x * y).sum(-1) / (x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps))).to(a.dtype)
