"""Neighbours only."""

def sliding_window_mask(n: int, k: int) -> Tensor:
    places = torch.arange(n)
    return ((places[:, None] - places).abs() <= k) & (places[:, None] != places)
