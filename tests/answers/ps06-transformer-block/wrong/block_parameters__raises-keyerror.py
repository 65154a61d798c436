"""A dictionary without that key."""

def block_parameters(d_model, d_hidden, kind):
    n = {"encoder": 1, "decoder": 2}[kind]
    return n * 4 * d_model**2 + 2 * d_model * d_hidden + d_hidden + d_model + (n + 1) * 2 * d_model
