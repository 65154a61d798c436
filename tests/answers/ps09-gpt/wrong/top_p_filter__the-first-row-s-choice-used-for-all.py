"""The order of the first row."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    probabilities = ranked.softmax(-1)
    removed = probabilities.cumsum(-1) - probabilities >= p
    removed[..., 0] = False
    removed = removed.scatter(-1, order, removed)
    first = removed.reshape(-1, removed.shape[-1])[0]
    return logits.masked_fill(first, float("-inf"))
