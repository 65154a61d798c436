"""key_len is only checked."""

def causal_mask(query_len, key_len=None):
    if key_len is not None and key_len < query_len:
        raise ValueError("too few keys")
    return torch.ones(query_len, query_len, dtype=torch.bool).tril()
