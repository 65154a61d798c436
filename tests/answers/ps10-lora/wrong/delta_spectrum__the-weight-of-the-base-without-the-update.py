"""The base's weight."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.base.weight.detach().float())
