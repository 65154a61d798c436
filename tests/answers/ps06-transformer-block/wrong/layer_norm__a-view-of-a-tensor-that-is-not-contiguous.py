"""I flattened the tokens with view."""

def layer_norm(x, gamma, beta, eps=1e-5):
    h = x.to(torch.promote_types(x.dtype, torch.float32))
    h = h.view(-1, x.shape[-1])
    mean = h.mean(-1, keepdim=True)
    var = h.var(-1, keepdim=True, unbiased=False)
    return ((h - mean) / torch.sqrt(var + eps) * gamma + beta).view(x.shape).to(x.dtype)
