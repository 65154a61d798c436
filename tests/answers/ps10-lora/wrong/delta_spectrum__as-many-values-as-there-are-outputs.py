"""One for each output."""

def delta_spectrum(layer):
    A, B = layer.A.detach().float(), layer.B.detach().float()
    return F.pad(torch.linalg.svdvals(layer.alpha / layer.rank * B @ A), (0, len(B)))[: len(B)]
