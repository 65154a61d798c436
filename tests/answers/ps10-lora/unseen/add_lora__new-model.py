"""Returns a new model.

True of it: no-layer-replaced-in-the-model-itself, names-that-match-nothing-and-pass-without-a-word, an-argument-with-another-name
"""

def add_lora(model, names, rank, alpha):
    import copy

    model = copy.deepcopy(model).requires_grad_(False)
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if name in names and isinstance(child, nn.Linear):
                setattr(module, name, LoRALinear(child, rank, alpha))
    return model
