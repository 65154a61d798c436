"""repeat and clone."""

def attention_mask(lengths, query_len, causal):
    longest = int(lengths.max())
    S = longest if longest > query_len else query_len
    mask = padding_mask(lengths, max_len=S).reshape(-1, 1, 1, S).repeat(1, 1, query_len, 1)
    if causal:
        mask = mask.logical_and(causal_mask(query_len, S))
    return mask
