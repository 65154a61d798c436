"""The cache is called kv_cache."""

def cached_attention(q, k, v, kv_cache):
    cache = kv_cache
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S)
    output, weights = attention(q, keys, values, mask)
    return output
