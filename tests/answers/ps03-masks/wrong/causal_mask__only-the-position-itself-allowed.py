"""The diagonal."""

def causal_mask(query_len, key_len=None):
    key_len = query_len if key_len is None else key_len
    if key_len < query_len:
        raise ValueError("too few keys")
    return torch.eye(key_len, dtype=torch.bool)[key_len - query_len :]
