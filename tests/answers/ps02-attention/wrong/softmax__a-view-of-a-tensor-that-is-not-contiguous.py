"""I look for NaN first, through a flat view."""

def softmax(x, dim=-1):
    if x.view(-1).isnan().any():
        raise ValueError("NaN among the scores")
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
