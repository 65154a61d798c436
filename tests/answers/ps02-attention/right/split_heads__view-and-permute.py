"""reshape and movedim."""

def split_heads(x: Tensor, num_heads: int) -> Tensor:
    *lead, L, D = x.shape
    d, rest = divmod(D, num_heads)
    if rest:
        raise ValueError("the number of heads must divide the width")
    return x.reshape(*lead, L, num_heads, d).movedim(-2, -3).contiguous()
