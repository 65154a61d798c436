"""B A alone."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(B @ A)
