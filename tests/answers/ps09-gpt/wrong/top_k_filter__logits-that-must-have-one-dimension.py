"""A loop over the tokens."""

def top_k_filter(logits, k):
    values = [float(x) for x in logits]
    best = sorted(range(len(values)), key=lambda j: (-values[j], j))[:k]
    return logits.masked_fill(torch.tensor([j not in best for j in range(len(values))]), float("-inf"))
