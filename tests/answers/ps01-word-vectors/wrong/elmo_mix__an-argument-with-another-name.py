"""Scale."""

def elmo_mix(layers, weights, scale):
    return scale * torch.tensordot(weights.softmax(0), layers, dims=1)
