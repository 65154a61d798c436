"""What is there is loaded."""

def load_adapter(model, state):
    layers = {path: m for path, m in model.named_modules() if isinstance(m, LoRALinear)}
    own = {path + letter for path in layers for letter in (".A", ".B")}
    if not set(state.keys()) <= own:
        raise KeyError("the keys do not match")
    for path, layer in layers.items():
        layer.unmerge()
        layer.A.data.copy_(state.get(path + ".A", layer.A.data))
        layer.B.data.copy_(state.get(path + ".B", layer.B.data))
