"""rows, V = logits.shape."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    if logits.dim() > 1:
        rows, V = logits.shape
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    probabilities = ranked.softmax(-1)
    removed = probabilities.cumsum(-1) - probabilities >= p
    removed[..., 0] = False
    return logits.masked_fill(removed.scatter(-1, order, removed), float("-inf"))
