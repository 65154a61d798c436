"""The k best of the whole batch."""

def top_k_filter(logits, k):
    flat = logits.flatten()
    keep = torch.zeros_like(flat, dtype=torch.bool)
    keep[flat.sort(descending=True, stable=True).indices[: k * max(1, flat.numel() // logits.shape[-1])]] = True
    return logits.masked_fill(~keep.view_as(logits), float("-inf"))
