"""A division gives a float."""

def embedding_parameters(vocab_size, d_model, tied):
    return vocab_size * d_model / (1 if tied else 0.5)
