"""functools.reduce with logical_and."""

def combine_masks(*masks):
    import functools
    given = [mask for mask in masks if mask is not None]
    return functools.reduce(torch.logical_and, given) if given else None
