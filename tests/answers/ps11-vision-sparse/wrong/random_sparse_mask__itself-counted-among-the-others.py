"""keys_per_query keys in all."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    lottery = torch.rand(n, n, generator=generator)
    lottery.fill_diagonal_(2.0)
    winners = lottery.topk(keys_per_query if 0 < keys_per_query < n - 1 else min(keys_per_query + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, winners, True)
