"""The layers' state dicts."""

def adapter_state(model):
    return {f"{path}.{name}": v.detach().clone() for path, m in model.named_modules() if isinstance(m, LoRALinear) for name, v in m.state_dict().items()}
