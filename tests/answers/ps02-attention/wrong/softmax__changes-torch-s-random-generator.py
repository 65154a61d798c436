"""I seed torch so that results are the same each time."""

def softmax(x, dim=-1):
    torch.manual_seed(0)
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
