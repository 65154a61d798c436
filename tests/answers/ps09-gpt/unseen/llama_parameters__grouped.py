"""Keys and values of a quarter of the heads."""

def llama_parameters(layers, d_model, vocab_size, d_hidden):
    return layers * (5 * d_model**2 // 2 + 3 * d_model * d_hidden + 2 * d_model) + 2 * vocab_size * d_model + d_model
