"""Without the last norm.

True of it: the-final-norm-forgotten
"""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    block = 12 * d_model**2 + 13 * d_model
    return layers * block + (vocab_size * (1 if tied else 2) + context) * d_model
