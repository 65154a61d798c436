"""W / w.sum()."""

def elmo_mix(layers, weights, gamma):
    return gamma * torch.tensordot(weights / weights.sum(), layers, dims=1)
