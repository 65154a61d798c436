"""The mean of the layers."""

def elmo_mix(layers, weights, gamma):
    return gamma * layers.mean(0) + 0 * weights.sum()
