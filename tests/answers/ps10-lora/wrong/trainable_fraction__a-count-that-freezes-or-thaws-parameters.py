"""Freezes what it has counted."""

def trainable_fraction(model):
    trained = total = 0
    for parameter in model.parameters():
        total += parameter.numel()
        if parameter.requires_grad:
            trained += parameter.numel()
            parameter.requires_grad = False
    return trained / total
