"""One comprehension, torch.no_grad and clone."""

@torch.no_grad()
def adapter_state(model):
    layers = {path: m for path, m in model.named_modules() if isinstance(m, LoRALinear)}
    return {f"{path}.{name}": value.clone() for path, m in layers.items() for name, value in (("A", m.A), ("B", m.B))}
