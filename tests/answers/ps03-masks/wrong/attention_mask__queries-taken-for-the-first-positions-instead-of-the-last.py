"""The triangle starts in the top left corner."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    mask = padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, query_len, -1)
    return mask & torch.ones(query_len, S, dtype=torch.bool).tril() if causal else mask
