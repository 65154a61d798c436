"""&= where the shapes allow it."""

def combine_masks(*masks):
    combined = None
    for mask in masks:
        if mask is None:
            continue
        if combined is None:
            combined = mask
        elif combined.shape == torch.broadcast_shapes(combined.shape, mask.shape):
            combined &= mask
        else:
            combined = combined & mask
    return combined
