"""A head with a bias when it is not tied.

True of it: a-bias-in-the-untied-head
"""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    total = layers * (12 * d_model**2 + 13 * d_model) + (vocab_size + context + 2) * d_model
    return total if tied else total + vocab_size * (d_model + 1)
