"""Output and weights.

True of it: the-weights-returned-as-well
"""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    return attention(q, keys, values, causal_mask(q.shape[-2], keys.shape[-2]))
