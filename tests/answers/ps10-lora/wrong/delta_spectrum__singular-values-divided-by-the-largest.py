"""Relative to the largest."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    values = torch.linalg.svdvals(layer.alpha / layer.rank * B @ A)
    return values / values[0]
