"""Every entry cut off at max_norm, nothing returned.

True of it: values-cut-off-in-place-of-one-factor, a-gradient-of-none-that-is-not-thought-of
"""

def clip_grad_norm(params, max_norm):
    for p in params:
        p.grad.clamp_(-max_norm, max_norm)
