"""Eigenvalues of the smaller Gram matrix."""

def delta_spectrum(layer):
    update = (layer.alpha / layer.rank) * layer.B.detach().double() @ layer.A.detach().double()
    gram = update.T @ update if update.shape[1] < update.shape[0] else update @ update.T
    return torch.linalg.eigvalsh(gram).clamp_min(0).sort(descending=True).values.sqrt().to(torch.float32)
