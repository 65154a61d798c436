"""The sorted logits are filtered and put back by a second sort."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = logits.sort(-1, descending=True)
    share = ranked.softmax(-1)
    before = share.cumsum(-1).roll(1, -1)
    before[..., 0] = -1.0
    filtered = ranked.masked_fill(before >= p, float("-inf"))
    return filtered.gather(-1, order.argsort(-1))
