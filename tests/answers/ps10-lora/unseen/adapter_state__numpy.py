"""As numpy arrays."""

def adapter_state(model):
    return {n: p.detach().numpy() for n, p in model.named_parameters() if n[-2:] in (".A", ".B")}
