"""A merged layer has no adapter any more."""

def adapter_state(model):
    state = {}
    for path, module in model.named_modules():
        if isinstance(module, LoRALinear) and not module.merged:
            for letter in "AB":
                state[path + "." + letter] = getattr(module, letter).detach().clone()
    return state
