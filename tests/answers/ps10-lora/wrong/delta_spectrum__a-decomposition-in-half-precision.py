"""No float()."""

def delta_spectrum(layer):
    A, B = layer.A.detach(), layer.B.detach()
    return torch.linalg.svdvals(layer.alpha / layer.rank * B @ A)
