"""Examples drawn with replacement."""

def batches(n, batch_size, generator=None):
    return torch.randint(0, n, (n,), generator=generator).split(batch_size)
