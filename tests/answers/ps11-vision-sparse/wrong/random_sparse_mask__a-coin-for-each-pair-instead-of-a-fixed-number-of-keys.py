"""Each key with a probability of k / (n - 1)."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    coins = torch.rand(n, n, generator=generator) < keys_per_query / max(n - 1, 1)
    return coins | torch.eye(n, dtype=torch.bool)
