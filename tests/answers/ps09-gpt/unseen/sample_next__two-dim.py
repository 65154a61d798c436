"""multinomial, squeezed.

True of it: a-top-p-of-0-taken-for-none
"""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    logits = apply_temperature(logits, temperature)
    if top_k:
        logits = top_k_filter(logits, top_k)
    if top_p:
        logits = top_p_filter(logits, top_p)
    return torch.multinomial(logits.softmax(-1), 1, generator=generator).squeeze()
