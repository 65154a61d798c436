"""The first mask, and the others and-ed to it."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    combined = given[0]
    for mask in given[1:]:
        combined = combined & mask
    return combined
