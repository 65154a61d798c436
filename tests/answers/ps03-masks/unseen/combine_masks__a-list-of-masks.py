"""A list of masks."""

def combine_masks(masks): return masks[0] & masks[1]
