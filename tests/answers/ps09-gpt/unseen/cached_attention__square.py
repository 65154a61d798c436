"""A mask for the new ones alone.

True of it: the-first-key-alone-looked-at
"""

def cached_attention(q, k, v, cache):
    n = q.shape[-2]
    k, v = cache.append(k, v)
    mask = torch.ones(n, k.shape[-2], dtype=torch.bool).tril()
    return attention(q, k, v, mask)[0]
