"""Top-p before top-k, temperature last.

True of it: top-p-before-top-k
"""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if top_p is not None:
        logits = top_p_filter(logits, top_p)
    if top_k is not None:
        logits = top_k_filter(logits, top_k)
    probs = apply_temperature(logits, temperature).softmax(-1)
    return torch.multinomial(probs.flatten(0, -2) if probs.dim() > 1 else probs[None], 1, generator=generator).view(probs.shape[:-1])
