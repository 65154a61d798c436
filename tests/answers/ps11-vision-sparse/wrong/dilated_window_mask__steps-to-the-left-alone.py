"""A decoder may not look ahead."""

def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    places = torch.arange(n)
    distance = (places[:, None] - places).abs()
    return (places[:, None] >= places) & (distance % dilation == 0) & (distance <= k * dilation)
