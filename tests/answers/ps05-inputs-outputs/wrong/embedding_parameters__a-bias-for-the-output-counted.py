"""nn.Linear has a bias."""

def embedding_parameters(vocab_size, d_model, tied):
    return vocab_size * d_model * (1 if tied else 2) + vocab_size
