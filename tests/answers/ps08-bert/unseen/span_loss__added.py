"""The sum of the two.

True of it: the-sum-of-the-two-instead-of-their-mean
"""

def span_loss(start_logits, end_logits, start, end):
    return F.cross_entropy(start_logits, start) + F.cross_entropy(end_logits, end)
