"""d_model factored out."""

def llama_parameters(layers, d_model, vocab_size, d_hidden):
    return d_model * (layers * (4 * d_model + 3 * d_hidden + 2) + 2 * vocab_size + 1)
