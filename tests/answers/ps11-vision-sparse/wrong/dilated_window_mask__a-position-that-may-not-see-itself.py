"""Steps start at 1."""

def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (distance > 0) & (distance % dilation == 0) & (distance <= k * dilation)
