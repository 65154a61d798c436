"""x.float() for everything."""

def layer_norm(x, gamma, beta, eps=1e-5):
    h = x.float()
    mean = h.mean(-1, keepdim=True)
    var = h.var(-1, keepdim=True, unbiased=False)
    return ((h - mean) / torch.sqrt(var + eps) * gamma + beta).to(x.dtype)
