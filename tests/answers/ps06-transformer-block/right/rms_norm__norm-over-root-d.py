"""The length divided by the root of D."""

def rms_norm(x, weight, eps=1e-6):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    square = (torch.linalg.vector_norm(h, dim=-1, keepdim=True) / h.shape[-1] ** 0.5) ** 2
    return (h / torch.sqrt(square + eps) * weight).to(x.dtype)
