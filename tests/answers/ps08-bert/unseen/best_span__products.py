"""Probabilities multiplied.

True of it: probabilities-that-are-multiplied-and-underflow
"""

def best_span(start_logits, end_logits, max_len, mask=None):
    if mask is not None:
        start_logits, end_logits = start_logits.masked_fill(~mask, float("-inf")), end_logits.masked_fill(~mask, float("-inf"))
    p = start_logits.softmax(-1)[:, :, None] * end_logits.softmax(-1)[:, None]
    n = p.shape[-1]
    legal = torch.ones(n, n).triu().tril(max_len - 1).bool()
    best = p.masked_fill(~legal, 0).flatten(1).argmax(-1)
    return best // n, best % n
