"""I switched gradients off, it is only a function."""

def softmax(x, dim=-1):
    with torch.no_grad():
        e = (x - x.amax(dim, keepdim=True)).exp()
        return e / e.sum(dim, keepdim=True)
