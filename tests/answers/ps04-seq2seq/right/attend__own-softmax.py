"""Without masked_softmax."""

def attend(scores, values, mask=None):
    if mask is None:
        weights = torch.softmax(scores, -1)
    else:
        some = mask.any(-1, keepdim=True)
        weights = scores.masked_fill(~mask, float("-inf")).masked_fill(~some, 0.0).softmax(-1) * some
    return torch.bmm(weights[:, None], values)[:, 0], weights
