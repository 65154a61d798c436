"""Batches that are lists."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    return [piece.tolist() for piece in order.split(batch_size)]
