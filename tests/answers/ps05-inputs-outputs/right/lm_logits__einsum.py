"""An einsum with dots."""

def lm_logits(h, E, bias=None):
    logits = torch.einsum("...d,vd->...v", h, E)
    if bias is not None:
        logits = logits + bias.type_as(logits)
    return logits
