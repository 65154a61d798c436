"""One tensor for both."""

class KVCache:
    def __init__(self):
        self.both = None

    def append(self, k, v):
        new = torch.stack([k, v])
        self.both = new if self.both is None else torch.cat([self.both, new], dim=-2)
        return self.both[0], self.both[1]
