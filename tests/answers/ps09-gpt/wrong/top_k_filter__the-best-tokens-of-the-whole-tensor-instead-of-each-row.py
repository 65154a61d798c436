"""Flattened."""

def top_k_filter(logits, k):
    order = logits.flatten().argsort(descending=True, stable=True)
    removed = torch.ones(logits.numel(), dtype=torch.bool).scatter(-1, order[:k], False)
    return logits.masked_fill(removed.reshape(logits.shape), float("-inf"))
