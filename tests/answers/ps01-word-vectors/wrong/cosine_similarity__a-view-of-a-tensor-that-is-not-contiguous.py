"""View(-1, D) first."""

def cosine_similarity(a, b, eps=1e-8):
    kind = torch.promote_types(a.dtype, torch.float32)
    def length(t):
        rows = t.view(-1, t.shape[-1]).to(kind)
        return rows.norm(dim=-1).view(t.shape[:-1]).clamp(min=eps)
    return ((a.to(kind) * b.to(kind)).sum(-1) / (length(a) * length(b))).to(a.dtype)
