"""Only the number."""

def trainable_fraction(model):
    trained = total = 0
    for parameter in model.parameters():
        total += parameter.numel()
        if parameter.requires_grad:
            trained += parameter.numel()
    return float(trained)
