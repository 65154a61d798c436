"""The weight minus itself.

True of it: a-decomposition-in-half-precision, a-layer-that-is-unmerged-on-the-way, a-step-that-writes-into-the-layer-s-parameters
"""

def delta_spectrum(layer):
    layer.unmerge()
    before = layer.base.weight.clone()
    layer.merge()
    return torch.linalg.svdvals(layer.base.weight - before)
