"""An object that can be iterated over."""

def batches(n, batch_size, generator=None):
    class Epoch:
        def __iter__(self):
            return iter(torch.randperm(n, generator=generator).split(batch_size))

    return Epoch()
