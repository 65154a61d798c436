"""Over the frozen."""

def trainable_fraction(model):
    trained = total = 0
    for parameter in model.parameters():
        if parameter.requires_grad:
            trained += parameter.numel()
        else:
            total += parameter.numel()
    return trained / total if total else 0.0
