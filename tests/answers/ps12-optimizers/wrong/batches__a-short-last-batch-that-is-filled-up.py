"""A short last batch that is filled up."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    missing = -n % batch_size
    return torch.cat([order, order[:missing]]).split(batch_size)
