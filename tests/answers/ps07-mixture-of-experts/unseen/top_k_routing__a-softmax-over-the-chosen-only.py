"""A softmax over the chosen scores, always; ties by topk.

True of it: a-division-by-the-sum-that-cannot-be-switched-off, ties-that-are-left-to-chance-as-topk-and-an-unstable-sort-leave-them
"""

def top_k_routing(logits, k, renormalize=True):
    values, indices = logits.topk(k)
    return values.softmax(-1), indices
