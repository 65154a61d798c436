"""As eigvalsh orders them."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.alpha / layer.rank * B @ A).flip(0)
