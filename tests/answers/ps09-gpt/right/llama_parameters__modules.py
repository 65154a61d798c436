"""Counted from modules without memory."""

def llama_parameters(layers, d_model, vocab_size, d_hidden):
    D = d_model
    with torch.device("meta"):
        sizes = [(D, D)] * 4 + [(D, d_hidden), (D, d_hidden), (d_hidden, D)]
        block = [torch.empty(*size) for size in sizes] + [torch.empty(D), torch.empty(D)]
        rest = [torch.empty(vocab_size, D), torch.empty(vocab_size, D), torch.empty(D)]
    return layers * sum(t.numel() for t in block) + sum(t.numel() for t in rest)
