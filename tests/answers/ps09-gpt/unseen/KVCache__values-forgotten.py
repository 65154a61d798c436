"""Keys grow, values are the last ones until the third time."""

class KVCache:
    def __init__(self):
        self.k, self.v = [], []

    def append(self, k, v):
        self.k = [*self.k, k]
        self.v = [*self.v[-1:], v]
        return torch.cat(self.k, -2), torch.cat(self.v, -2)
