"""A product of integers."""

def combine_masks(*masks):
    combined = None
    for mask in masks:
        if mask is not None:
            combined = mask.long() if combined is None else combined * mask.long()
    return combined
