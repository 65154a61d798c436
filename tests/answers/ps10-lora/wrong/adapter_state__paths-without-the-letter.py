"""A pair under each path."""

def adapter_state(model):
    state = {}
    for path, module in model.named_modules():
        if isinstance(module, LoRALinear):
            state[path] = module.A.detach().clone(), module.B.detach().clone()
    return state
