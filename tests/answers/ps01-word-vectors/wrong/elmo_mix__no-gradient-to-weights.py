"""Shares in a list of numbers."""

def elmo_mix(layers, weights, gamma):
    return gamma * sum(share * layer for share, layer in zip(weights.softmax(0).tolist(), layers))
