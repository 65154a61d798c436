"""Slices of a range, in order.

True of it: batches-that-are-lists, examples-that-are-not-shuffled
"""

def batches(n, batch_size, generator=None):
    for start in range(0, n, batch_size):
        yield list(range(start, min(n, start + batch_size)))
