"""Near keys have better numbers, around the circle."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    lottery = torch.rand(n, n, generator=generator)
    away = (torch.arange(n) - torch.arange(n)[:, None]) % n
    lottery = lottery / (1 + 6 * torch.minimum(away, n - away) / n)
    lottery.fill_diagonal_(2.0)
    winners = lottery.topk(min(keys_per_query + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, winners, True)
