"""einsum("bd,vd->bv")."""

def lm_logits(h, E, bias=None):
    logits = torch.einsum("bd,vd->bv", h, E)
    return logits if bias is None else logits + bias.to(h.dtype)
