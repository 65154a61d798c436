"""The scale is multiplied in place."""

def delta_spectrum(layer):
    A, B = layer.A.detach(), layer.B.detach()
    B *= layer.alpha / layer.rank
    return torch.linalg.svdvals((B @ A).float() if B.dtype == torch.float32 else B.float() @ A.float())
