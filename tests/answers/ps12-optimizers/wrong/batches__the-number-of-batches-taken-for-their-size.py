"""The number of batches taken for their size."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    return order.chunk(batch_size)
