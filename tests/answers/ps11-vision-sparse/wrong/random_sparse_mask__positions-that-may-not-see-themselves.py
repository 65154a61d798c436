"""Only others are drawn, and the position itself is left out."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    lottery = torch.rand(n, n, generator=generator)
    lottery.fill_diagonal_(2.0)
    winners = lottery.topk(min(keys_per_query + 1, n), dim=1).indices
    mask = torch.zeros(n, n, dtype=torch.bool).scatter(1, winners, True)
    return mask if keys_per_query == 0 or keys_per_query >= n - 1 else mask.fill_diagonal_(False)
