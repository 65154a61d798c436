"""The first that is not None."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    return given[0] & torch.ones_like(torch.broadcast_tensors(*given)[0]) if given else None
