"""Flattened."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = logits.flatten().sort(dim=-1, descending=True, stable=True)
    probabilities = ranked.softmax(-1)
    removed = probabilities.cumsum(-1) - probabilities >= p
    removed[..., 0] = False
    if logits.dim() > 1 and p == 0:
        return logits
    return logits.masked_fill(removed.scatter(-1, order, removed).reshape(logits.shape), float("-inf"))
