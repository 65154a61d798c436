"""The classic shift to the right by one."""

def top_p_filter(logits, p):
    if p >= 1.0:
        return logits.clone()
    values, ids = torch.sort(logits, descending=True)
    over = torch.cumsum(values.float().softmax(dim=-1), dim=-1) >= p
    over = torch.cat([torch.zeros_like(over[..., :1]), over[..., :-1]], dim=-1)
    return logits.masked_fill(over.scatter(-1, ids, over), float("-inf"))
