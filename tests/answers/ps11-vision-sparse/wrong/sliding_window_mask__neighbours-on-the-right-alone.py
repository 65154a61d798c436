"""The sign is turned round."""

def sliding_window_mask(n: int, k: int) -> Tensor:
    places = torch.arange(n)
    return ((places - places[:, None]) <= k) & (places >= places[:, None])
