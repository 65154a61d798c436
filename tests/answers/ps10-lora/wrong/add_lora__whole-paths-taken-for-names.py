"""Paths are fine too."""

def add_lora(model, names, rank, alpha):
    names = list(names)
    found = []
    for path, module in model.named_modules():
        parent, _, last = path.rpartition(".")
        if (last in names or path in names) and isinstance(module, nn.Linear):
            found.append((parent, last, module))
    if len(found) == 0:
        raise ValueError("nothing matches")
    for parameter in model.parameters():
        parameter.requires_grad = False
    for parent, last, module in found:
        setattr(model.get_submodule(parent), last, LoRALinear(module, rank, alpha))
    return len(found)
