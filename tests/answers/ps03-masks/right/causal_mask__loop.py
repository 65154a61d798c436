"""Lists of lists."""

def causal_mask(query_len: int, key_len: int | None = None) -> Tensor:
    if key_len is None:
        key_len = query_len
    if query_len > key_len:
        raise ValueError
    return torch.tensor([[j <= i + key_len - query_len for j in range(key_len)] for i in range(query_len)])
