"""The last rows of the full mask."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    square = torch.ones(keys.shape[-2], keys.shape[-2], dtype=torch.bool).tril()
    return attention(q, keys, values, square[-q.shape[-2] :])[0]
