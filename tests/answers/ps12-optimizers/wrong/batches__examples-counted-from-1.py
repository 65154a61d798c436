"""Examples counted from 1."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    return (order + 1).split(batch_size)
