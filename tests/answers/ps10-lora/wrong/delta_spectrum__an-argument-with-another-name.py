"""Called module."""

def delta_spectrum(module):
    A, B = module.A.detach().float(), module.B.detach().float()
    return torch.linalg.svdvals(module.alpha / module.rank * B @ A)
