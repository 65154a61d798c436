"""A Fisher Yates shuffle drawn as asked for."""

def batches(n, batch_size, generator=None):
    left = list(range(n))
    while left:
        batch = []
        while left and len(batch) < batch_size:
            batch.append(left.pop(int(torch.randint(len(left), (), generator=generator))))
        yield torch.tensor(batch)
