"""I check that gamma is a number."""

def elmo_mix(layers, weights, gamma):
    if not isinstance(gamma, (int, float)):
        raise TypeError("gamma must be a number")
    return gamma * torch.tensordot(weights.softmax(0), layers, dims=1)
