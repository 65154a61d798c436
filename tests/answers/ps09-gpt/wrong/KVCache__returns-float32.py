"""A float32 store."""

class KVCache:
    def __init__(self):
        self.keys = self.values = None

    def append(self, k, v):
        if self.keys is None:
            self.keys, self.values = k.float(), v.float()
        else:
            self.keys = torch.cat([self.keys, k], dim=-2)
            self.values = torch.cat([self.values, v], dim=-2)
        self.keys = self.keys.to(torch.float32)
        return self.keys, self.values
