"""Through a flat view."""

def to_additive(mask, dtype=torch.float32):
    flat = mask.view(-1)
    return torch.zeros(flat.shape, dtype=dtype).masked_fill(~flat, float("-inf")).view(mask.shape)
