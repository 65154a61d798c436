"""Worked out without gradients, it is only a measure."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    with torch.no_grad():
        x, y = a.to(kind), b.to(kind)
        return ((x * y).sum(-1) / (x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps))).to(a.dtype)
