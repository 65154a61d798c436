"""A uniform number against the cumulative sum."""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if temperature == 0:
        return logits.argmax(-1)
    logits = apply_temperature(logits, temperature)
    if top_k is not None:
        logits = top_k_filter(logits, top_k)
    if top_p is not None:
        logits = top_p_filter(logits, top_p)
    sums = logits.double().softmax(-1).cumsum(-1)
    u = torch.rand(logits.shape[:-1], generator=generator, dtype=torch.float64)[..., None] * sums[..., -1:]
    return (sums <= u).sum(-1)
