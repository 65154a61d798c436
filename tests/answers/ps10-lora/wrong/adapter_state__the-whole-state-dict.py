"""Everything."""

def adapter_state(model):
    return {name: p.detach().clone() for name, p in model.named_parameters()}
