"""The weight that is used."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.base.weight.detach().float() + (0 if layer.merged else layer.alpha / layer.rank * B @ A))
