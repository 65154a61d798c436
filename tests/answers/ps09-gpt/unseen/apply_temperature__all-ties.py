"""At 0 everything equal to the maximum is kept.

True of it: all-tokens-of-a-tie-kept
"""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError
    if t == 0:
        return logits.masked_fill(logits < logits.amax(-1, keepdim=True), float("-inf"))
    return logits / t
