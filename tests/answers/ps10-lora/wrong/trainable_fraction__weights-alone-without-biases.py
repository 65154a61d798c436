"""Weights only."""

def trainable_fraction(model):
    trained = total = 0
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):
            continue
        total += parameter.numel()
        if parameter.requires_grad:
            trained += parameter.numel()
    return trained / total
