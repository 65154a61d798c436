"""The whole SVD."""

def delta_spectrum(layer):
    with torch.no_grad():
        update = (layer.B.double() @ layer.A.double()) * layer.alpha / layer.rank
        U, S, V = torch.svd(update)
    return S
