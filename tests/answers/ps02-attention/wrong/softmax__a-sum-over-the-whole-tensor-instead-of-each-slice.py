"""I forgot to say over which dimension to sum."""

def softmax(x, dim=-1):
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum()
