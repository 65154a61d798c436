"""The complement of the upper triangle."""

def causal_mask(query_len, key_len=None):
    key_len = key_len if key_len is not None else query_len
    if key_len - query_len < 0:
        raise ValueError("no")
    return ~torch.triu(torch.ones(query_len, key_len), diagonal=key_len - query_len + 1).bool()
