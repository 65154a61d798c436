"""Nothing is kept."""

class KVCache:
    def __init__(self):
        self.keys = self.values = None

    def append(self, k, v):
        if self.keys is None:
            self.keys, self.values = k, v
        else:
            self.keys, self.values = k + 0 * self.keys.sum(), v + 0 * self.values.sum()
        return self.keys, self.values
