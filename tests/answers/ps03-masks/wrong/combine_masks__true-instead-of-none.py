"""I start from True."""

def combine_masks(*masks):
    combined = torch.tensor(True)
    for mask in masks:
        if mask is not None:
            combined = combined & mask
    return combined
