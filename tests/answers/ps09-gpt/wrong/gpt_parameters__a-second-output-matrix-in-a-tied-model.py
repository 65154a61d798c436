"""Tied or not is asked the wrong way round for the tied model."""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    D = d_model
    layer = 4 * (D * D + D) + (4 * D * D + 4 * D) + (4 * D * D + D) + 4 * D
    head = vocab_size * D * (1 if tied else 2)
    return vocab_size * D + context * D + layers * layer + 2 * D + head
