"""The result in sorted order.

True of it: logits-in-the-order-of-the-best, nothing-left-when-p-is-very-small, a-tail-that-is-lost-to-rounding-at-p-1
"""

def top_p_filter(logits, p):
    values, order = logits.sort(-1, descending=True)
    before = values.softmax(-1).cumsum(-1) - values.softmax(-1)
    return values.masked_fill(before >= p, float("-inf"))
