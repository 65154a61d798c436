"""1 / sum_j exp(x_j - x_i), for all pairs."""

def softmax(x, dim=-1):
    y = x.movedim(dim, -1).float() if x.dtype in (torch.float16, torch.bfloat16) else x.movedim(dim, -1)
    hidden = y == float("-inf")
    y = y.masked_fill(hidden, -1e30)
    pairs = y[..., None, :] - y[..., :, None]
    return (1 / pairs.exp().sum(-1)).masked_fill(hidden, 0.0).movedim(-1, dim).to(x.dtype)
