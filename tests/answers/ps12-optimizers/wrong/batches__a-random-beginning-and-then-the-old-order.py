"""A random beginning and then the old order."""

def batches(n, batch_size, generator=None):
    shift = int(torch.randint(0, n, (), generator=generator))
    return torch.arange(n).roll(shift).split(batch_size)
