"""x always has a batch, positions and features."""

def split_heads(x, num_heads):
    B, L, D = x.shape
    if D % num_heads:
        raise ValueError("heads")
    return x.reshape(B, L, num_heads, D // num_heads).transpose(1, 2)
