"""dim=1, as for (B, L, d)."""

class KVCache:
    def __init__(self):
        self.keys = self.values = None

    def append(self, k, v):
        if self.keys is None:
            self.keys, self.values = k, v
        else:
            self.keys = torch.cat([self.keys, k], dim=1)
            self.values = torch.cat([self.values, v], dim=1)
        return self.keys, self.values
