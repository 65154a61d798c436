"""Gumbel noise that is the same for every row.

True of it: one-draw-for-all-rows
"""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    logits = apply_temperature(logits, temperature)
    if top_k is not None:
        logits = top_k_filter(logits, top_k)
    if top_p is not None:
        logits = top_p_filter(logits, top_p)
    noise = torch.rand(logits.shape[-1], generator=generator, dtype=torch.float64).clamp(1e-12, 1 - 1e-12)
    return (logits.double() - (-noise.log()).log()).argmax(-1)
