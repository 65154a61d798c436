"""Everything is worked on in float32 and cast back."""

def softmax(x, dim=-1):
    y = x.float()
    e = (y - y.amax(dim, keepdim=True)).exp()
    return (e / e.sum(dim, keepdim=True)).to(x.dtype)
