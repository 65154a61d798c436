"""Everything by comparing positions."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, lengths.max().item())
    j = torch.arange(S)
    i = torch.arange(query_len)[:, None] + S - query_len
    allowed = (j <= i) if causal else torch.ones(query_len, S, dtype=torch.bool)
    return allowed & (j < lengths[:, None, None, None])
