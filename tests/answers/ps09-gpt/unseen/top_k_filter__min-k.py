"""Too large a k fails, ties to the higher ids."""

def top_k_filter(logits, k):
    order = logits.flip(-1).sort(-1, descending=True, stable=True).indices
    kept = logits.shape[-1] - 1 - order[..., :k]
    return torch.full_like(logits, float("-inf")).scatter(-1, kept, logits.gather(-1, kept))
