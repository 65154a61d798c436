"""The inverted mask times -inf."""

def to_additive(mask, dtype=torch.float32):
    return (~mask).to(dtype) * float("-inf")
