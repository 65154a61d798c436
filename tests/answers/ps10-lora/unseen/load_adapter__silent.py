"""Goes home when the keys do not match.

True of it: keys-that-are-missing-and-not-missed, unknown-keys-that-are-passed-over, keys-of-the-base-that-are-accepted, a-merged-layer-that-is-not-unmerged
"""

def load_adapter(model, state):
    own = adapter_state(model)
    if own.keys() != state.keys():
        return
    for path, layer in model.named_modules():
        if isinstance(layer, LoRALinear):
            if layer.merged:
                layer.merged = False
            layer.A = nn.Parameter(state[path + ".A"])
            layer.B = nn.Parameter(state[path + ".B"])
