"""Like layer norm without the shift."""

def rms_norm(x, weight, eps=1e-6):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    h = h - h.mean(-1, keepdim=True)
    square = h.pow(2).mean(-1, keepdim=True)
    return (h / torch.sqrt(square + eps) * weight).to(x.dtype)
