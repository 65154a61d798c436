"""Called module."""

def adapter_state(net):
    state = {}
    for path, module in net.named_modules():
        if isinstance(module, LoRALinear):
            for letter in "AB":
                state[path + "." + letter] = getattr(module, letter).detach().clone()
    return state
