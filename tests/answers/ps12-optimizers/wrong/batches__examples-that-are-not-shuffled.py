"""Examples that are not shuffled."""

def batches(n, batch_size, generator=None):
    torch.randperm(n, generator=generator)
    return torch.arange(n).split(batch_size)
