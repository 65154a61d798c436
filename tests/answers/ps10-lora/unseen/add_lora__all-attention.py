"""Knows the names of the paper.

True of it: names-that-match-nothing-and-pass-without-a-word
"""

def add_lora(model, names, rank, alpha):
    names = ["q_proj", "v_proj", "q", "v"]
    found = []
    for path, module in model.named_modules():
        parent, _, last = path.rpartition(".")
        if last in names and isinstance(module, nn.Linear):
            found.append((parent, last, module))
    if len(found) == 0:
        raise ValueError("nothing matches")
    for parameter in model.parameters():
        parameter.requires_grad = False
    for parent, last, module in found:
        setattr(model.get_submodule(parent), last, LoRALinear(module, rank, alpha))
    return len(found)
