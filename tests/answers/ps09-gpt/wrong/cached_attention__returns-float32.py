"""float32 for every dtype."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S)
    output, weights = attention(q, keys, values, mask)
    return output.float() if output.dtype != torch.float64 else output
