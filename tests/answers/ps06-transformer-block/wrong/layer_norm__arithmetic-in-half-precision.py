"""I never cast."""

def layer_norm(x, gamma, beta, eps=1e-5):
    h = x
    mean = h.mean(-1, keepdim=True)
    var = ((h - mean) * (h - mean)).mean(-1, keepdim=True)
    return ((h - mean) / torch.sqrt(var + eps) * gamma + beta).to(x.dtype)
