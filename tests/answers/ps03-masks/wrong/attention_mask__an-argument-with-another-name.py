"""is_causal, as torch calls it."""

def attention_mask(lengths, query_len, is_causal):
    S = max(query_len, int(lengths.max()))
    mask = padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, query_len, -1)
    return mask & causal_mask(query_len, S) if is_causal else mask
