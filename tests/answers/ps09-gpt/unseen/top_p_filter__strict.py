"""Stops before the sum passes p."""

def top_p_filter(logits, p):
    values, order = logits.sort(-1, descending=True, stable=True)
    keep = values.softmax(-1).cumsum(-1) <= p
    keep[..., 0] = True
    return torch.full_like(logits, float("-inf")).scatter(-1, order, values.masked_fill(~keep, float("-inf")))
