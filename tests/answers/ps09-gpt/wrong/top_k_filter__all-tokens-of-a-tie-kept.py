"""A threshold."""

def top_k_filter(logits, k):
    least = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < least, float("-inf"))
