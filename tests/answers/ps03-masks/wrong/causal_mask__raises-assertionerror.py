"""assert says it."""

def causal_mask(query_len, key_len=None):
    key_len = query_len if key_len is None else key_len
    assert key_len >= query_len
    return torch.ones(query_len, key_len, dtype=torch.bool).tril(key_len - query_len)
