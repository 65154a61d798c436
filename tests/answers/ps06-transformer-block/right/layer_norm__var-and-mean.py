"""torch.var_mean with correction 0."""

def layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    h = x.double() if x.dtype == torch.float64 else x.float()
    var, mean = torch.var_mean(h, dim=-1, keepdim=True, correction=0)
    out = torch.addcmul(beta.to(h.dtype), (h - mean) * torch.rsqrt(var + eps), gamma.to(h.dtype))
    return out.type_as(x)
