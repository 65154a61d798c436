"""Recursive, with a first pass that only counts."""

def add_lora(model, names, rank, alpha):
    wanted = frozenset(names)

    def matches(parent):
        return [name for name, child in parent.named_children() if name in wanted and type(child) is nn.Linear]

    def count(parent):
        return len(matches(parent)) + sum(count(child) for child in parent.children())

    def replace(parent):
        for child in parent.children():
            replace(child)
        for name in matches(parent):
            setattr(parent, name, LoRALinear(getattr(parent, name), rank, alpha))

    total = count(model)
    if not total:
        raise ValueError(f"no layer is called {wanted}")
    model.requires_grad_(False)
    replace(model)
    return total
