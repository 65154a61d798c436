"""Padded positions neither look nor are looked at."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    real = padding_mask(lengths, S)
    mask = real[:, None, None, :] & real[:, None, :query_len, None]
    return mask & causal_mask(query_len, S) if causal else mask
