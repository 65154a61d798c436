"""Counts tensors."""

def trainable_fraction(model):
    trained = total = 0
    for parameter in model.parameters():
        total += 1
        if parameter.requires_grad:
            trained += 1
    return trained / total
