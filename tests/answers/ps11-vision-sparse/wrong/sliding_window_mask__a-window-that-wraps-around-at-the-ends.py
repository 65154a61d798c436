"""I shifted with roll."""

def sliding_window_mask(n: int, k: int) -> Tensor:
    places = torch.arange(n)
    return torch.minimum((places[:, None] - places) % n, (places - places[:, None]) % n) <= k
