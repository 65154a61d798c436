"""Float(gamma)."""

def elmo_mix(layers, weights, gamma):
    return float(gamma) * torch.tensordot(weights.softmax(0), layers, dims=1)
