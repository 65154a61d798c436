"""The argument is ignored."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    return padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, query_len, -1)
