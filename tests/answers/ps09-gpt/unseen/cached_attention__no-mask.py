"""No mask: the cache holds the past only.

True of it: no-mask-a-position-sees-its-future
"""

def cached_attention(q, k, v, cache):
    k, v = cache.append(k, v)
    return attention(q, k, v)[0]
