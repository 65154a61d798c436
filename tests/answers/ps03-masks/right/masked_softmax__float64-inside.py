"""float64 inside."""

def masked_softmax(scores: Tensor, mask: Tensor | None, dim: int = -1) -> Tensor:
    x = scores.double()
    if mask is None:
        mask = torch.tensor(True)
    mask = mask & torch.ones(scores.shape, dtype=torch.bool)
    empty = mask.logical_not().all(dim=dim, keepdim=True)
    w = torch.softmax(x.masked_fill(~(mask | empty), -math.inf), dim=dim)
    return torch.where(empty, 0.0, w).to(scores.dtype)
