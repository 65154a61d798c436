"""A generator that is set back at each epoch."""

def batches(n, batch_size, generator=None):
    if generator is not None:
        seed = generator.initial_seed()
        generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(n, generator=generator)
    return order.split(batch_size)
