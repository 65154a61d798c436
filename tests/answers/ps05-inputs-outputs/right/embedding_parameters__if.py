"""An if."""

def embedding_parameters(vocab_size, d_model, tied):
    one = d_model * vocab_size
    if not tied:
        return one + one
    return one
