"""x.div_, to save memory."""

def rms_norm(x, weight, eps=1e-6):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    square = (h * 1).pow(2).mean(-1, keepdim=True)
    return (h.div_(torch.sqrt(square + eps)) * weight).to(x.dtype)
