"""Input and output, always."""

def embedding_parameters(vocab_size, d_model, tied):
    return 2 * vocab_size * d_model
