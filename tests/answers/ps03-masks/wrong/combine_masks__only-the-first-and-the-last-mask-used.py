"""First and last."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    return given[0] & given[-1] if given else None
