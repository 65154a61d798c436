"""~ for the other library's meaning."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S)
    output, weights = attention(q, keys, values, ~mask | torch.eye(L, S, dtype=torch.bool).roll(S - L, 1))
    return output
