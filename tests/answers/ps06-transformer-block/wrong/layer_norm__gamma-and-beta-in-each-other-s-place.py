"""I multiplied by beta and added gamma."""

def layer_norm(x, gamma, beta, eps=1e-5):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    mean = h.mean(-1, keepdim=True)
    var = h.var(-1, keepdim=True, unbiased=False)
    return ((h - mean) / torch.sqrt(var + eps) * beta + gamma).to(x.dtype)
