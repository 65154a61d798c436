"""(B, 1, 1, S) broadcasts anyway."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    mask = padding_mask(lengths, S)[:, None, None, :]
    return mask & causal_mask(query_len, S) if causal else mask
