"""All linear layers; names only decides whether there is any."""

def add_lora(model, names, rank, alpha):
    names = list(names)
    found = []
    for path, module in model.named_modules():
        parent, _, last = path.rpartition(".")
        if isinstance(module, nn.Linear):
            found.append((parent, last, module))
    if not [last for _, last, _ in found if last in names]:
        raise ValueError("nothing matches")
    for parameter in model.parameters():
        parameter.requires_grad = False
    for parent, last, module in found:
        setattr(model.get_submodule(parent), last, LoRALinear(module, rank, alpha))
    return len(found)
