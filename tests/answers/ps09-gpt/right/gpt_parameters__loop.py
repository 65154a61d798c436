"""Layer by layer."""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    total = (vocab_size + context) * d_model
    for _ in range(layers):
        for rows, columns in [(3 * d_model, d_model), (d_model, d_model), (4 * d_model, d_model), (d_model, 4 * d_model)]:
            total += rows * columns + rows
        total += 2 * (d_model + d_model)
    total += 2 * d_model
    if not tied:
        total += d_model * vocab_size
    return total
