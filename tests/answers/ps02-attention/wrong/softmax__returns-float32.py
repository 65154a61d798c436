"""I work in float32 to be safe and return that."""

def softmax(x, dim=-1):
    if x.dtype != torch.float64:
        x = x.float()
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
