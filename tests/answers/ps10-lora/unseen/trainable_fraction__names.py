"""Those called A and B."""

def trainable_fraction(model):
    sizes = {n: p.numel() for n, p in model.named_parameters()}
    return sum(s for n, s in sizes.items() if n.endswith((".A", ".B"))) / sum(sizes.values())
