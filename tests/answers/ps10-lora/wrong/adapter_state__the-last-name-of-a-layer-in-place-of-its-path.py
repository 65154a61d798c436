"""Last names."""

def adapter_state(model):
    state = {}
    for path, module in model.named_modules():
        if isinstance(module, LoRALinear):
            for letter in "AB":
                state[path.split(".")[-1] + "." + letter] = getattr(module, letter).detach().clone()
    return state
