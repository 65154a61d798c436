"""std is the root of the mean square, I thought."""

def rms_norm(x, weight, eps=1e-6):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    square = h.var(-1, keepdim=True, unbiased=False)
    return (h / torch.sqrt(square + eps) * weight).to(x.dtype)
