"""Only the largest."""

def delta_spectrum(layer):
    return torch.linalg.matrix_norm(layer.alpha / layer.rank * layer.B @ layer.A, 2)
