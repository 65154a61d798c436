"""Rows plus columns."""

def embedding_parameters(vocab_size, d_model, tied):
    return (vocab_size + d_model) * (1 if tied else 2)
