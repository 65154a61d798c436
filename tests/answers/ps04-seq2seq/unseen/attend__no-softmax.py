"""No softmax.

True of it: no-softmax, a-mask-that-is-not-used
"""

def attend(scores, values, mask=None):
    return (scores[:, None] @ values).squeeze(1), scores
