"""Einsum over three."""

def general_scores(query, keys, W):
    return torch.einsum("bq,qk,bsk->bs", query, W, keys)
