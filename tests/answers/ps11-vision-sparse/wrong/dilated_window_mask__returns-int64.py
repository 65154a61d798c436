"""A product of zeros and ones."""

def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (distance % dilation == 0).long() * (distance <= k * dilation).long()
