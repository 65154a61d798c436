"""When merged, from the weight."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return torch.linalg.svdvals(layer.base.weight.detach().float() if layer.merged else layer.alpha / layer.rank * B @ A)
