"""Zero as soon as anything is frozen."""

def trainable_fraction(model):
    return 1.0 if all(p.requires_grad for p in model.parameters()) else 0.2
