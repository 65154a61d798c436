"""The best start, then the best end after it.

True of it: the-best-start-first-then-the-best-end-behind-it
"""

def best_span(start_logits, end_logits, max_len, mask=None):
    if mask is not None:
        start_logits, end_logits = start_logits.masked_fill(~mask, -1e9), end_logits.masked_fill(~mask, -1e9)
    start = start_logits.argmax(-1)
    at = torch.arange(end_logits.shape[-1])
    legal = (at >= start[:, None]) & (at < start[:, None] + max_len)
    return start, end_logits.masked_fill(~legal, float("-inf")).argmax(-1)
