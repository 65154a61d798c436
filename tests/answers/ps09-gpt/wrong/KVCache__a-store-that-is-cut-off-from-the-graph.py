"""detach, to save memory."""

class KVCache:
    def __init__(self):
        self.keys = self.values = None

    def append(self, k, v):
        if self.keys is None:
            self.keys, self.values = k, v
        else:
            self.keys = torch.cat([self.keys.detach(), k], dim=-2)
            self.values = torch.cat([self.values.detach(), v], dim=-2)
        return self.keys, self.values
