"""Through a float.

True of it: tied-not-used
"""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    return round(12 * layers * d_model**2 * (1 + 13 / (12 * d_model))) + int((vocab_size + context) * d_model + 2 * d_model)
