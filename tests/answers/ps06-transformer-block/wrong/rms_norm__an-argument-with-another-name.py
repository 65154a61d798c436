"""gamma instead of weight."""

def rms_norm(x, gamma, eps=1e-6):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    square = h.pow(2).mean(-1, keepdim=True)
    return (h / torch.sqrt(square + eps) * gamma).to(x.dtype)
