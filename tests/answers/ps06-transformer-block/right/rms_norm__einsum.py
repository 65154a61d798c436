"""einsum, all in one dtype."""

def rms_norm(x: Tensor, weight: Tensor, eps: float = 1e-6) -> Tensor:
    kind = torch.float64 if x.dtype == torch.float64 else torch.float32
    h = x.to(kind)
    ms = torch.einsum("...i,...i->...", h, h) / h.shape[-1]
    return torch.einsum("...i,...,i->...i", h, torch.rsqrt(ms + eps), weight.to(kind)).to(x.dtype)
