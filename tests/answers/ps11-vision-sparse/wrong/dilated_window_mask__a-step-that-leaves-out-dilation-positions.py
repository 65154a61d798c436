"""A dilation of 1 leaves out one position."""

def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    dilation = dilation + 1
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (distance % dilation == 0) & (distance <= k * dilation)
