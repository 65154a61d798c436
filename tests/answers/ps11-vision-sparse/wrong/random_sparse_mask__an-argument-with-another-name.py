"""k instead of keys_per_query."""

def random_sparse_mask(n: int, k: int, generator: torch.Generator | None = None) -> Tensor:
    lottery = torch.rand(n, n, generator=generator)
    lottery.fill_diagonal_(2.0)
    winners = lottery.topk(min(k + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, winners, True)
