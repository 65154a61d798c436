"""Unmerged first."""

def delta_spectrum(layer):
    layer.unmerge()
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.alpha / layer.rank * B @ A)
