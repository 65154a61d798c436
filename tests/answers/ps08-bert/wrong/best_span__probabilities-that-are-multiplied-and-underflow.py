"""Start and end probabilities multiplied."""

def best_span(start_logits, end_logits, max_len, mask=None):
    p, q = start_logits.softmax(-1), end_logits.softmax(-1)
    n = p.shape[-1]
    both = p[:, :, None] * q[:, None]
    legal = torch.ones(n, n, dtype=torch.bool).triu() & torch.ones(n, n, dtype=torch.bool).tril(max_len - 1)
    if mask is not None:
        legal = legal & mask[:, :, None] & mask[:, None]
    best = both.masked_fill(~legal, -1).flatten(1).argmax(-1)
    return best // n, best % n
