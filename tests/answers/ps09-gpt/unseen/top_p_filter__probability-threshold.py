"""min-p: tokens of at least p times the best.

True of it: tokens-of-at-least-p-times-the-best-one-s-probability
"""

def top_p_filter(logits, p):
    q = logits.softmax(-1)
    return logits.masked_fill(q < min(p, 1) * q.amax(-1, keepdim=True), float("-inf"))
