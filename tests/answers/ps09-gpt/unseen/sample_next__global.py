"""The generator is not passed on.

True of it: the-generator-not-used
"""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    logits = apply_temperature(logits, temperature)
    logits = top_k_filter(logits, top_k) if top_k is not None else logits
    logits = top_p_filter(logits, top_p) if top_p is not None else logits
    return torch.distributions.Categorical(logits=logits).sample()
