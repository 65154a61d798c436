"""Ones and zeros as integers."""

def causal_mask(query_len, key_len=None):
    key_len = query_len if key_len is None else key_len
    if key_len < query_len:
        raise ValueError("too few keys")
    return torch.tensor([[int(j <= i + key_len - query_len) for j in range(key_len)] for i in range(query_len)])
