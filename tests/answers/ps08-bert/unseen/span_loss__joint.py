"""One softmax over starts and ends.

True of it: one-softmax-over-starts-and-ends-together
"""

def span_loss(start_logits, end_logits, start, end):
    both = torch.cat([start_logits, end_logits], -1).log_softmax(-1)
    rows = torch.arange(len(start))
    return -(both[rows, start] + both[rows, end + start_logits.shape[1]]).mean() / 2
