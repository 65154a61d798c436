"""h.mean() and h.var() without a dimension."""

def layer_norm(x, gamma, beta, eps=1e-5):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    mean = h.mean()
    var = h.var(unbiased=False)
    return ((h - mean) / torch.sqrt(var + eps) * gamma + beta).to(x.dtype)
