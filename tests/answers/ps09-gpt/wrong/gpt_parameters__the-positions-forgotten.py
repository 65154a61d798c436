"""No table of positions."""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    D = d_model
    layer = 4 * (D * D + D) + (4 * D * D + 4 * D) + (4 * D * D + D) + 4 * D
    head = 0 if tied else vocab_size * D
    return vocab_size * D + layers * layer + 2 * D + head
