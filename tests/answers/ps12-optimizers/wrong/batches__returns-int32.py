"""Returns int32."""

def batches(n, batch_size, generator=None):
    order = torch.randperm(n, generator=generator)
    return [piece.int() for piece in order.split(batch_size)]
