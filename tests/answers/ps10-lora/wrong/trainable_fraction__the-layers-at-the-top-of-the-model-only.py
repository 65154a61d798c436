"""Children's own parameters."""

def trainable_fraction(model):
    trained = total = 0
    for parameter in (p for child in model.children() for p in child.parameters(recurse=False)):
        total += parameter.numel()
        if parameter.requires_grad:
            trained += parameter.numel()
    return trained / total
