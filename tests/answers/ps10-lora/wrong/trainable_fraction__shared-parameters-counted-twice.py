"""Layer by layer."""

def trainable_fraction(model):
    trained = total = 0
    for parameter in (p for m in model.modules() for p in m.parameters(recurse=False)):
        total += parameter.numel()
        if parameter.requires_grad:
            trained += parameter.numel()
    return trained / total
