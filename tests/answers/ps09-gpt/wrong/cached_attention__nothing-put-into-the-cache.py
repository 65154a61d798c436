"""The cache is not looked at."""

def cached_attention(q, k, v, cache):
    return attention(q, k, v, causal_mask(q.shape[-2]))[0]
