"""What requires a gradient."""

def adapter_state(model):
    return {name: p.detach().clone() for name, p in model.named_parameters() if p.requires_grad}
