"""x.float() for everything."""

def rms_norm(x, weight, eps=1e-6):
    h = x.float()
    square = h.pow(2).mean(-1, keepdim=True)
    return (h / torch.sqrt(square + eps) * weight).to(x.dtype)
