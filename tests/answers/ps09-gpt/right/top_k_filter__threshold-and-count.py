"""A threshold, and ties counted from the left."""

def top_k_filter(logits, k):
    least = logits.topk(k, dim=-1).values[..., -1:]
    above, equal = logits > least, logits == least
    free = k - above.sum(-1, keepdim=True)
    stay = above | (equal & (equal.cumsum(-1) <= free))
    return logits.masked_fill(~stay, float("-inf"))
