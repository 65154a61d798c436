"""Keys at 0, dilation, 2 dilation and so on."""

def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (places % dilation == 0) & (distance <= k * dilation)
