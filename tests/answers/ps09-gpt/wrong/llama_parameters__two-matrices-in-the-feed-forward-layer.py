"""As in a GPT."""

def llama_parameters(layers, d_model, vocab_size, d_hidden):
    layer = 4 * d_model**2 + 2 * d_model * d_hidden + 2 * d_model
    return layers * layer + 2 * vocab_size * d_model + d_model
