"""Twice when tied.

True of it: tied-and-untied-in-each-other-s-place
"""

def embedding_parameters(vocab_size, d_model, tied):
    return vocab_size * d_model * (1 + tied)
