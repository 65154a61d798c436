"""exp(x - logsumexp(x)) in whatever dtype comes."""

def softmax(x, dim=-1):
    return (x - x.logsumexp(dim, keepdim=True)).exp()
