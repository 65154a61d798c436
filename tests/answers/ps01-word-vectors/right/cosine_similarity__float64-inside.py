"""Everything in float64, by einsum."""

def cosine_similarity(a, b, eps=1e-8):
    x, y = a.double(), b.double()
    def length(v):
        return torch.linalg.vector_norm(v, dim=-1).clamp(min=eps)
    dots = torch.einsum("...d,...d->...", *torch.broadcast_tensors(x, y))
    return (dots / length(x) / length(y)).to(a.dtype)
