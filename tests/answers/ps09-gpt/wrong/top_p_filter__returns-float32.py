"""float32 for every dtype, unless all stay."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    probabilities = ranked.softmax(-1)
    removed = probabilities.cumsum(-1) - probabilities >= p
    removed[..., 0] = False
    return logits.float().masked_fill(removed.scatter(-1, order, removed), float("-inf"))
