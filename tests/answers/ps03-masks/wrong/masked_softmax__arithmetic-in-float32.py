"""float32 inside for every dtype."""

def masked_softmax(scores, mask, dim=-1):
    wide = scores.float()
    if mask is None:
        return torch.softmax(wide, dim).to(scores.dtype)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(dim, keepdim=True)
    return torch.softmax(wide.masked_fill(~mask, float("-inf")).masked_fill(nothing, 0.0), dim).masked_fill(nothing, 0.0).to(scores.dtype)
