"""A dictionary by id takes care of sharing."""

def trainable_fraction(model):
    every = {id(p): p for module in model.modules() for p in module.parameters(recurse=False)}
    sizes = torch.tensor([p.numel() for p in every.values()], dtype=torch.float64)
    on = torch.tensor([p.requires_grad for p in every.values()])
    return float(sizes[on].sum() / sizes.sum())
