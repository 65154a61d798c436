"""stack and all."""

def combine_masks(*masks):
    given = [mask for mask in masks if mask is not None]
    return torch.stack(given).all(0) if given else None
