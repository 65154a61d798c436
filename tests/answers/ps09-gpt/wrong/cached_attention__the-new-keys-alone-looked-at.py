"""The cache's answer is not used."""

def cached_attention(q, k, v, cache):
    keys, values = (x[..., -k.shape[-2] :, :] + 0 * x.sum() for x in cache.append(k, v))
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S)
    output, weights = attention(q, keys, values, mask)
    return output
