"""Called module."""

def trainable_fraction(module):
    trained = total = 0
    for parameter in module.parameters():
        total += parameter.numel()
        if parameter.requires_grad:
            trained += parameter.numel()
    return trained / total
