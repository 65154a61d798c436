"""None in, None out."""

def combine_masks(*masks):
    if any(mask is None for mask in masks) or not masks:
        return None
    combined = masks[0]
    for mask in masks[1:]:
        combined = combined & mask
    return combined
