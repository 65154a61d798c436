"""randint for each key."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    k = min(keys_per_query, n - 1)
    if k in (0, n - 1):
        return torch.ones(n, n, dtype=torch.bool) if k else torch.eye(n, dtype=torch.bool)
    mask = torch.eye(n, dtype=torch.bool)
    drawn = torch.randint(n - 1, (n, k), generator=generator)
    drawn = drawn + (drawn >= torch.arange(n)[:, None])
    return mask.scatter(1, drawn, True)
