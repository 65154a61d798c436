"""Causal, as in a decoder."""

def sliding_window_mask(n: int, k: int) -> Tensor:
    places = torch.arange(n)
    return ((places[:, None] - places) <= k) & (places[:, None] >= places)
