"""Concatenates the heads."""

def merge_heads(x):
    return torch.cat(x.unbind(-3), dim=-1)
