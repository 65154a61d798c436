"""A dictionary by expert.

True of it: a-dict-instead-of-a-list
"""

def dispatch(indices, keep, num_experts):
    return {e: ((indices == e) & keep).any(-1).nonzero().flatten() for e in range(num_experts)}
