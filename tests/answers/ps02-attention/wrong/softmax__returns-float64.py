"""More precision cannot hurt: I return float64."""

def softmax(x, dim=-1):
    x = x.double()
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
