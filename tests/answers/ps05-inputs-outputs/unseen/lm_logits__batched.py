"""bmm, so there has to be a batch."""

def lm_logits(h, E, bias=None):
    out = torch.bmm(h, E.T.expand(h.shape[0], -1, -1))
    return out if bias is None else out.add_(bias)
