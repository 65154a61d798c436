"""An argument with another name."""

def batches(n, size, generator=None):
    return torch.randperm(n, generator=generator).split(size)
