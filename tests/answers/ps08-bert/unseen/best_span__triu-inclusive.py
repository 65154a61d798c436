"""One place more than max_len, and padding at minus a thousand.

True of it: answers-that-are-one-token-too-long
"""

def best_span(start_logits, end_logits, max_len, mask=None):
    s = start_logits[:, :, None] + end_logits[:, None]
    if mask is not None:
        s = s - 1000.0 * ~(mask[:, :, None] & mask[:, None])
    n = s.shape[-1]
    legal = torch.ones(n, n).triu().tril(max_len).bool()
    best = s.masked_fill(~legal, float("-inf")).flatten(1).max(-1).indices
    return best.div(n, rounding_mode="floor"), best % n
