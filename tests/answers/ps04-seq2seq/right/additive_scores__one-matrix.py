"""Query and key side by side and one matrix."""

def additive_scores(query, keys, W_q, W_k, v):
    both = torch.cat([query[:, None].expand(-1, keys.shape[1], -1), keys], -1)
    return (both @ torch.cat([W_q, W_k], 1).T).tanh() @ v
