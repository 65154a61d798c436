"""Swapped."""

def adapter_state(model):
    state = {}
    for path, module in model.named_modules():
        if isinstance(module, LoRALinear):
            for letter in "AB":
                state[path + "." + letter] = getattr(module, "BA"["AB".index(letter)]).detach().clone()
    return state
