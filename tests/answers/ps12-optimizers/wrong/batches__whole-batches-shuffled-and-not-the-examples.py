"""Whole batches shuffled and not the examples."""

def batches(n, batch_size, generator=None):
    pieces = torch.arange(n).split(batch_size)
    last = pieces[-1:] if n % batch_size else ()
    whole = pieces[: len(pieces) - len(last)]
    for i in torch.randperm(len(whole), generator=generator).tolist():
        yield whole[i]
    yield from last
