"""The width is called dim."""

def embedding_parameters(vocab_size, dim, tied):
    return vocab_size * dim * (1 if tied else 2)
