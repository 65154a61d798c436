"""einsum for the variance, one dtype for all."""

def layer_norm(x, gamma, beta, eps=1e-5):
    wide = torch.float64 if x.dtype == torch.float64 else torch.float32
    a, g, s = x.to(wide), gamma.to(wide), beta.to(wide)
    centred = a - torch.einsum("...d->...", a).unsqueeze(-1) / a.size(-1)
    power = torch.einsum("...d,...d->...", centred, centred) / a.size(-1)
    return torch.einsum("...d,...,d->...d", centred, (power + eps).pow(-0.5), g).add(s).to(x.dtype)
