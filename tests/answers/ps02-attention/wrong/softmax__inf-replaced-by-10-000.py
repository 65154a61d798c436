"""No score is below -10,000, so I put that in place of -inf."""

def softmax(x, dim=-1):
    x = x.clamp(min=-10_000.0)
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
