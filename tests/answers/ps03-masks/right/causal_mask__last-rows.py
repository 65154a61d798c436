"""The last rows of a square."""

def causal_mask(query_len, key_len=None):
    key_len = query_len if key_len is None else key_len
    if key_len < query_len:
        raise ValueError("no")
    square = torch.tril(torch.ones((key_len, key_len), dtype=torch.uint8)) > 0
    return square[key_len - query_len :]
