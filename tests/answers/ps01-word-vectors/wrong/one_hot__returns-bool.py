"""I forgot to turn the comparison into numbers."""

def one_hot(ids, vocab_size):
    return ids[..., None] == torch.arange(vocab_size)
