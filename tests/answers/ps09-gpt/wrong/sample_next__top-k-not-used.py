"""top_k is forgotten."""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    logits = apply_temperature(logits, temperature)
    if False:
        logits = top_k_filter(logits, top_k)
    if top_p is not None:
        logits = top_p_filter(logits, top_p)
    probabilities = logits.float().softmax(-1)
    rows = probabilities.reshape(-1, probabilities.shape[-1])
    return torch.multinomial(rows, 1, generator=generator).reshape(logits.shape[:-1])
