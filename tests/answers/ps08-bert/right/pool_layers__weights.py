"""Sums as weighted sums."""

def pool_layers(hidden, how):
    N = hidden.shape[0]
    weights = torch.zeros(N, dtype=hidden.dtype)
    if how == "concat_last_4":
        return torch.cat([hidden[N - 4], hidden[N - 3], hidden[N - 2], hidden[N - 1]], dim=-1)
    if how == "last":
        weights[-1] = 1
    elif how == "second_to_last":
        weights[-2] = 1
    elif how == "sum_last_4":
        weights[-4:] = 1
    elif how == "sum_all":
        weights[:] = 1
    else:
        raise ValueError("unknown")
    return torch.tensordot(weights, hidden, dims=1)
