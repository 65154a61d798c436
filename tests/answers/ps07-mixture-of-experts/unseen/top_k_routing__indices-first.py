"""Indices first.

True of it: indices-first-then-weights
"""

def top_k_routing(logits, k, renormalize=True):
    values, indices = logits.softmax(-1).topk(k)
    return indices, values / values.sum(-1, keepdim=True)
