"""Positions compared by broadcasting."""

def causal_mask(query_len, key_len=None):
    S = query_len if key_len is None else key_len
    if S < query_len:
        raise ValueError(f"{S} < {query_len}")
    i = torch.arange(S - query_len, S).unsqueeze(1)
    return torch.arange(S) <= i
