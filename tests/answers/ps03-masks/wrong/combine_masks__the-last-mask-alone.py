"""Each mask replaces the one before."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    return torch.broadcast_tensors(*given)[-1] if given else None
