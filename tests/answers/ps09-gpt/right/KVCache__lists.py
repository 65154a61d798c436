"""Lists of chunks, put together when asked."""

class KVCache:
    def __init__(self):
        self.chunks = []

    def append(self, k, v):
        self.chunks.append((k, v))
        return tuple(torch.cat(parts, dim=-2) for parts in zip(*self.chunks))
