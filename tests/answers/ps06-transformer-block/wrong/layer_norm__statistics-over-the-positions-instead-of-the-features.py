"""Mean and variance over dimension 1, as in batch norm."""

def layer_norm(x, gamma, beta, eps=1e-5):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    mean = h.mean(-2, keepdim=True)
    var = h.var(-2, keepdim=True, unbiased=False)
    return ((h - mean) / torch.sqrt(var + eps) * gamma + beta).to(x.dtype)
