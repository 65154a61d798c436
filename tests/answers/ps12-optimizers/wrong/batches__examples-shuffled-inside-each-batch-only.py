"""Examples shuffled inside each batch only."""

def batches(n, batch_size, generator=None):
    for piece in torch.arange(n).split(batch_size):
        yield piece[torch.randperm(len(piece), generator=generator)]
