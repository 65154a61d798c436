"""One diagonal too far."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = torch.ones(L, S, dtype=torch.bool).tril(S - L + 1)
    output, weights = attention(q, keys, values, mask)
    return output
