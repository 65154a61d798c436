"""One polynomial."""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    return d_model * (layers * (12 * d_model + 13) + vocab_size * (1 if tied else 2) + context + 2)
