"""Scatter_ into zeros."""

def one_hot(ids, vocab_size):
    out = torch.zeros(*ids.shape, vocab_size, dtype=torch.float32)
    return out.scatter_(-1, ids.unsqueeze(-1), 1.0)
