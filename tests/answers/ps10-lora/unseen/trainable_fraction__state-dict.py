"""Through the state dict."""

def trainable_fraction(model):
    state = model.state_dict()
    return sum(v.numel() for v in state.values() if v.requires_grad) / sum(v.numel() for v in state.values())
