"""E.t_() turns the matrix round for good."""

def lm_logits(h, E, bias=None):
    logits = h @ (E.mT if E.requires_grad or E.grad_fn else E.t_())
    return logits if bias is None else logits + bias.to(h.dtype)
