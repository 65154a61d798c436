"""The same order in every epoch."""

def batches(n, batch_size, generator=None):
    generator = torch.Generator().manual_seed(0) if generator is None else generator
    order = torch.randperm(n, generator=generator)
    return order.split(batch_size)
