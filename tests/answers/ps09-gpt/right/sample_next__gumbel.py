"""The Gumbel trick: noise, then argmax."""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    x = apply_temperature(logits, temperature)
    x = x if top_k is None else top_k_filter(x, top_k)
    x = x if top_p is None else top_p_filter(x, top_p)
    noise = -torch.log(-torch.log(torch.rand(x.shape, generator=generator, dtype=torch.float64).clamp(1e-12, 1 - 1e-12)))
    return (x.double() + noise).argmax(-1)
