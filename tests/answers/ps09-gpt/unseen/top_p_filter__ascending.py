"""From the worst up.

True of it: nothing-left-when-p-is-very-small
"""

def top_p_filter(logits, p):
    values, order = logits.sort(-1)
    drop = values.softmax(-1).cumsum(-1) < 1 - p
    return logits.masked_fill(torch.zeros_like(drop).scatter(-1, order, drop), float("-inf"))
