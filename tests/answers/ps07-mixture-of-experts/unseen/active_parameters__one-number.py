"""The active ones alone.

True of it: a-int-instead-of-a-tuple
"""

def active_parameters(d_model, d_hidden, num_experts, k):
    return 2 * k * d_model * d_hidden
