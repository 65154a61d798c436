"""The update."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return layer.alpha / layer.rank * B @ A
