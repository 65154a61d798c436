"""|i - j| <= k, as before."""

def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (distance % dilation == 0) & (distance <= k)
