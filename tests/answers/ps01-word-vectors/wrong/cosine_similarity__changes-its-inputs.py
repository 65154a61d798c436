"""The vectors are brought to length 1 in place."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    x, y = a.to(kind), b.to(kind)
    if x.requires_grad or y.requires_grad:
        return ((x * y).sum(-1) / (x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps))).to(a.dtype)
    x /= x.norm(dim=-1, keepdim=True).clamp(min=eps)
    return ((x * y).sum(-1) / y.norm(dim=-1).clamp(min=eps)).to(a.dtype)
