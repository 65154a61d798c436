"""I forgot to hand the generator on."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    lottery = torch.rand(n, n, generator=None)
    lottery.fill_diagonal_(2.0)
    winners = lottery.topk(min(keys_per_query + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, winners, True)
