"""Goes on into the layers it has just made.

True of it: a-model-that-is-frozen-before-the-error, names-that-are-used-up-after-the-first-look
"""

def add_lora(model, names, rank, alpha, _top=True):
    count = 0
    model.requires_grad_(False)
    for name, child in model.named_children():
        count += add_lora(child, names, rank, alpha, False)
        if name in names and isinstance(child, nn.Linear):
            setattr(model, name, LoRALinear(child, rank, alpha))
            count += 1
    if _top and not count:
        raise ValueError
    return count
