"""topk, and -inf behind."""

def top_k_filter(logits, k):
    ranked = logits.sort(dim=-1, descending=True, stable=True).values
    return ranked.masked_fill(torch.arange(logits.shape[-1]) >= k, float("-inf"))
