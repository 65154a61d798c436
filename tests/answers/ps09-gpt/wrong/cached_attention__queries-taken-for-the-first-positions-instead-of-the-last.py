"""The first rows of the mask."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(S)[:L] if L > 1 else causal_mask(L, S)
    output, weights = attention(q, keys, values, mask)
    return output
