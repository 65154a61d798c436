"""The minimum of numbers, then bool."""

def combine_masks(*masks: Tensor | None) -> Tensor | None:
    out = None
    for m in masks:
        if m is None:
            continue
        out = m.int() if out is None else torch.minimum(out, m.int())
    return out if out is None else out.bool()
