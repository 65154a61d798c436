"""Two matrices in the feed-forward layer.

True of it: two-matrices-in-the-feed-forward-layer
"""

def llama_parameters(layers, d_model, vocab_size, d_hidden):
    return layers * (4 * d_model**2 + 2 * d_model * d_hidden + 2 * d_model) + (2 * vocab_size + 1) * d_model
