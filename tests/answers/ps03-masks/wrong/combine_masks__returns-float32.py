"""A product of numbers."""

def combine_masks(*masks):
    combined = None
    for mask in masks:
        if mask is not None:
            combined = mask.float() if combined is None else combined * mask.float()
    return combined
