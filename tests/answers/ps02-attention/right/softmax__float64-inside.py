"""Everything in float64, cast back."""

def softmax(x: Tensor, dim: int = -1) -> Tensor:
    y = x.to(torch.float64)
    y = torch.exp(y - y.max(dim=dim, keepdim=True).values)
    return (y / y.sum(dim=dim, keepdim=True)).to(x.dtype)
