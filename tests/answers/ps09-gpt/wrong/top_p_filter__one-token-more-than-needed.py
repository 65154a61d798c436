"""Shifted once too often."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    probabilities = ranked.softmax(-1)
    earlier = probabilities.roll(1, -1)
    earlier[..., 0] = 0
    removed = probabilities.cumsum(-1) - probabilities - earlier >= p
    removed[..., 0] = False
    return logits.masked_fill(removed.scatter(-1, order, removed), float("-inf"))
