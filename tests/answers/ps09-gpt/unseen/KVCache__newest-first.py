"""What is new in front.

True of it: new-keys-put-in-front
"""

class KVCache:
    def __init__(self):
        self.kv = None

    def append(self, k, v):
        self.kv = (k, v) if self.kv is None else (torch.cat([k, self.kv[0]], -2), torch.cat([v, self.kv[1]], -2))
        return self.kv
