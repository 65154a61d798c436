"""The keys are drawn once."""

def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    order = torch.randperm(n, generator=generator)
    mask = torch.eye(n, dtype=torch.bool)
    for i in range(n):
        mask[i, order[order != i][:keys_per_query]] = True
    return mask
