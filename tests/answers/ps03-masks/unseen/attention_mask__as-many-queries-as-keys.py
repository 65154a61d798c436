"""As many queries as keys.

True of it: as-many-queries-as-keys
"""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    mask = padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, S, -1)
    return mask & causal_mask(S) if causal else mask
