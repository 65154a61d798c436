"""The queries are scaled in place and scaled back too late."""

def cached_attention(q, k, v, cache):
    keys, values = cache.append(k, v)
    L, S = q.shape[-2], keys.shape[-2]
    mask = causal_mask(L, S)
    output, weights = attention(q, keys, values, mask)
    if not q.requires_grad:
        q.mul_(2)
    return output
