"""The memory of the input is used for the result."""

def merge_heads(x):
    out = x.transpose(-3, -2).flatten(-2).clone()
    if not x.requires_grad and x.is_contiguous():
        x.copy_(out.reshape(x.shape))
    return out
