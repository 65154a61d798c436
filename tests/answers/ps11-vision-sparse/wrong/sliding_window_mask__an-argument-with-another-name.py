"""window instead of k."""

def sliding_window_mask(n: int, window: int) -> Tensor:
    places = torch.arange(n)
    return (places[:, None] - places).abs() <= window
