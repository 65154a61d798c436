"""A short last batch that is left out."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    for start in range(0, n - batch_size + 1, batch_size) if n >= batch_size else [0]:
        yield order[start : start + batch_size]
