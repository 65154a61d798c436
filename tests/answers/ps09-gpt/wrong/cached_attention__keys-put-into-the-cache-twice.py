"""A second append for good measure."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S)
    output, weights = attention(q, keys, values, mask)
    cache.append(k, v)
    return output
