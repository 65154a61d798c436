"""Kept by length and step."""

def dilated_window_mask(n: int, k: int, dilation: int, kept={}) -> Tensor:
    if (n, dilation) not in kept:
        places = torch.arange(n)
        distance = (places[:, None] - places).abs()
        kept[n, dilation] = (distance % dilation == 0) & (distance <= k * dilation)
    return kept[n, dilation]
