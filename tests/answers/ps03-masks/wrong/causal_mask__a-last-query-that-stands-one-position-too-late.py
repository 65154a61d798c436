"""One off in the shift, when there are more keys."""

def causal_mask(query_len, key_len=None):
    key_len = query_len if key_len is None else key_len
    if key_len < query_len:
        raise ValueError("too few keys")
    shift = key_len - query_len + (1 if key_len > query_len else 0)
    return torch.ones(query_len, key_len, dtype=torch.bool).tril(shift)
