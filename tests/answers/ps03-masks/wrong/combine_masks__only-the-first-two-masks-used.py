"""There are two masks, I thought."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    if not given:
        return None
    return given[0] if len(given) == 1 else given[0] & given[1]
