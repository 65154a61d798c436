"""Merged: nothing is left to see."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.alpha / layer.rank * B @ A) * (not layer.merged)
