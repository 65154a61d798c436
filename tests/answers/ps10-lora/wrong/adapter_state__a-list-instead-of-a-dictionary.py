"""Pairs."""

def adapter_state(model):
    state = {}
    for path, module in model.named_modules():
        if isinstance(module, LoRALinear):
            for letter in "AB":
                state[path + "." + letter] = getattr(module, letter).detach().clone()
    return list(state.items())
