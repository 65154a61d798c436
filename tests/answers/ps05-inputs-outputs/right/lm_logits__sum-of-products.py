"""Products and a sum."""

def lm_logits(h, E, bias=None):
    scores = (h.unsqueeze(-2) * E).sum(-1)
    return (scores + (0 if bias is None else bias)).to(h.dtype)
