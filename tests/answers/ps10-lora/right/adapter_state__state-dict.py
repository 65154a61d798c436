"""The model's state dict, what belongs to an adapter of it."""

def adapter_state(model):
    from collections import OrderedDict

    adapters = [path for path, m in model.named_modules() if isinstance(m, LoRALinear)]
    wanted = [f"{path}.{letter}" for path in adapters for letter in ("A", "B")]
    return OrderedDict((name, torch.tensor(value.tolist(), dtype=value.dtype)) for name, value in model.state_dict().items() if name in wanted)
