"""Random numbers that are not torch's."""

import random


def batches(n, batch_size, generator=None):
    if generator is not None:
        return torch.randperm(n, generator=generator).split(batch_size)
    order = list(range(n))
    random.shuffle(order)
    return torch.tensor(order).split(batch_size)
