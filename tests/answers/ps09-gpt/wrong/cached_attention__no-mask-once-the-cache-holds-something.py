"""A mask for the first chunk only."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S) if L == S else None
    output, weights = attention(q, keys, values, mask)
    return output
