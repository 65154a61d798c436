"""tied is not looked at."""

def embedding_parameters(vocab_size, d_model, tied):
    return vocab_size * d_model
