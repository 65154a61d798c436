"""I divided by the largest exponential, so the best score gets 1."""

def softmax(x, dim=-1):
    return (x - x.amax(dim, keepdim=True)).exp()
