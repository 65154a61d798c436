"""One long vector of what is trained."""

def trainable_fraction(model):
    on = torch.cat([torch.full((p.numel(),), float(p.requires_grad), dtype=torch.float64) for p in model.parameters()])
    return on.mean().item()
