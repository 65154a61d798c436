"""F.linear."""

def lm_logits(h, E, bias=None):
    return nn.functional.linear(h, E, None if bias is None else bias.to(h.dtype))
