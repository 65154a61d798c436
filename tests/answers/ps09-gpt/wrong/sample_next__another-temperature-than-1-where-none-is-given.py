"""A temperature of 2 where none is given."""

def sample_next(logits, temperature=2.0, top_k=None, top_p=None, generator=None):
    logits = apply_temperature(logits, temperature)
    if top_k is not None:
        logits = top_k_filter(logits, top_k)
    if top_p is not None:
        logits = top_p_filter(logits, top_p)
    rows = logits.float().softmax(-1)
    return torch.multinomial(rows.reshape(-1, rows.shape[-1]), 1, generator=generator).reshape(logits.shape[:-1])
