"""step instead of dilation."""

def dilated_window_mask(n: int, k: int, step: int) -> Tensor:
    dilation = step
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (distance % dilation == 0) & (distance <= k * dilation)
