"""None is no mask, so nothing is allowed."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    if not given:
        return None
    combined = given[0]
    for mask in given[1:]:
        combined = combined & mask
    return combined & (len(given) == len(masks))
