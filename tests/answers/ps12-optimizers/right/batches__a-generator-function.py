"""A generator function."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    for start in range(0, n, batch_size):
        yield order[start : start + batch_size]
