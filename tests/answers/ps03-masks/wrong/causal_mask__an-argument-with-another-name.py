"""Short names."""

def causal_mask(L, S=None):
    S = L if S is None else S
    if S < L:
        raise ValueError("too few keys")
    return torch.ones(L, S, dtype=torch.bool).tril(S - L)
