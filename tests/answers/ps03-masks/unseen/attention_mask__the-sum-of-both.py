"""The sum of both.

True of it: or-instead-of-and
"""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    mask = padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, query_len, -1)
    return mask + causal_mask(query_len, S) if causal else mask
