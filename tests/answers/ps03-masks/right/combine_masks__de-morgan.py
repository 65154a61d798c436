"""Hidden when any mask hides it."""

def combine_masks(*masks):
    hidden = None
    for m in masks:
        if m is not None:
            hidden = ~m if hidden is None else hidden | ~m
    return None if hidden is None else ~hidden
