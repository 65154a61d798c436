"""Unmerge all, then copy by key."""

def load_adapter(model, state):
    if set(adapter_state(model)) ^ set(state):
        raise KeyError(sorted(set(adapter_state(model)) ^ set(state)))
    for module in model.modules():
        if isinstance(module, LoRALinear) and module.merged:
            module.unmerge()
    parameters = dict(model.named_parameters())
    with torch.no_grad():
        for key, value in state.items():
            parameters[key].copy_(value)
