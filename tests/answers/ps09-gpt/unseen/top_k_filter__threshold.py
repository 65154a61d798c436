"""All that reach the k-th score.

True of it: all-tokens-of-a-tie-kept
"""

def top_k_filter(logits, k):
    return torch.where(logits >= logits.topk(k).values[..., -1:], logits, float("-inf"))
