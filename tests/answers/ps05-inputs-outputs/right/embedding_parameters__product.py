"""2 - tied."""

def embedding_parameters(vocab_size, d_model, tied):
    return vocab_size * d_model * (2 - bool(tied))
