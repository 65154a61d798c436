"""Causal replaces the padding mask."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    if causal:
        return causal_mask(query_len, S).expand(len(lengths), 1, -1, -1)
    return padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, query_len, -1)
