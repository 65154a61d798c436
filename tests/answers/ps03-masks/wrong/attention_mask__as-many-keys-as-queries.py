"""S is query_len."""

def attention_mask(lengths, query_len, causal):
    mask = padding_mask(lengths, query_len)[:, None, None, :].expand(-1, 1, query_len, -1)
    return mask & causal_mask(query_len) if causal else mask
