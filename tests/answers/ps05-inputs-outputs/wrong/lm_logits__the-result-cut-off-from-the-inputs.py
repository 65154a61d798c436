"""no_grad around the work."""

@torch.no_grad()
def lm_logits(h, E, bias=None):
    logits = h @ E.mT
    return logits if bias is None else logits + bias.to(h.dtype)
