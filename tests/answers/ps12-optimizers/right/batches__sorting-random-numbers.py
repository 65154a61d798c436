"""Sorting random numbers."""

def batches(n, batch_size, generator=None):
    order = torch.rand(n, generator=generator, dtype=torch.float64).argsort()
    return [order[i : i + batch_size] for i in range(0, n, batch_size)]
