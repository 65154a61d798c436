"""Biases may learn, they are small."""

def add_lora(model, names, rank, alpha):
    names = list(names)
    found = []
    for path, module in model.named_modules():
        parent, _, last = path.rpartition(".")
        if last in names and isinstance(module, nn.Linear):
            found.append((parent, last, module))
    if len(found) == 0:
        raise ValueError("nothing matches")
    for name, parameter in model.named_parameters():
        parameter.requires_grad = name.endswith("bias")
    for parent, last, module in found:
        setattr(model.get_submodule(parent), last, LoRALinear(module, rank, alpha))
    return len(found)
