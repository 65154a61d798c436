"""The if is turned round."""

def embedding_parameters(vocab_size, d_model, tied):
    return vocab_size * d_model * (2 if tied else 1)
