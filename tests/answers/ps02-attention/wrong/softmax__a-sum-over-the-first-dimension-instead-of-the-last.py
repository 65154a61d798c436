"""I thought dim counts from the front unless told otherwise."""

def softmax(x, dim=0):
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
