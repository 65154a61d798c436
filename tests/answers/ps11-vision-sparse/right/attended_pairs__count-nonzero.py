"""count_nonzero."""

def attended_pairs(mask):
    return torch.count_nonzero(mask).item()
