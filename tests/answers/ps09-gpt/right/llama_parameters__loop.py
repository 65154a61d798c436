"""Layer by layer."""

def llama_parameters(layers, d_model, vocab_size, d_hidden):
    total = d_model * vocab_size + vocab_size * d_model
    for _ in range(layers):
        total += d_model + 4 * d_model * d_model
        total += d_model + d_model * d_hidden * 3
    return total + d_model
