"""Broadcast, stack, all."""

def combine_masks(*masks):
    given = [m for m in masks if m is not None]
    if len(given) == 0:
        return None
    return torch.stack(torch.broadcast_tensors(*given)).all(dim=0)
