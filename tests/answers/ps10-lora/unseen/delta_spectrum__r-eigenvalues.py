"""Eigenvalues of the small r by r matrix.

True of it: the-first-r-values-alone, the-smallest-first, a-decomposition-in-half-precision
"""

def delta_spectrum(layer):
    A, B = layer.A.detach(), layer.B.detach()
    return (torch.linalg.eigvals(A @ A.T @ B.T @ B).real.clamp(min=0).sqrt() * layer.alpha / layer.rank).sort().values
