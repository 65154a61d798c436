"""Through _modules, frozen by name afterwards."""

def add_lora(model, names, rank, alpha):
    names, n = tuple(names), 0
    for parent in list(model.modules()):
        for name in list(parent._modules):
            if name in names and isinstance(parent._modules[name], nn.Linear):
                parent._modules[name] = LoRALinear(parent._modules[name], rank, alpha)
                n += 1
    if n == 0:
        raise ValueError("no such layer in the model")
    for path, parameter in model.named_parameters():
        owner = model.get_submodule(path.rpartition(".")[0])
        parameter.requires_grad_(isinstance(owner, LoRALinear))
    return n
