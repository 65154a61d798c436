"""The input is brought into its new shape in place."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    pieces = x.unflatten(-1, (num_heads, -1)).transpose(-3, -2).clone()
    if not x.requires_grad and x.is_contiguous():
        x.copy_(pieces.reshape(x.shape))
    return pieces
