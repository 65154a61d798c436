"""Eigenvalues of the Gram matrix."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.alpha / layer.rank * B @ A) ** 2
