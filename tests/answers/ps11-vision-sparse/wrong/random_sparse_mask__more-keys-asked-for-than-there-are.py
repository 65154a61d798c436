"""topk without a limit."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    lottery = torch.rand(n, n, generator=generator)
    lottery.fill_diagonal_(2.0)
    winners = lottery.topk(keys_per_query + 1, dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, winners, True)
