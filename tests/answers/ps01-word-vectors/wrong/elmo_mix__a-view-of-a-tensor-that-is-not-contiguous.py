"""Layers.view(N, -1)."""

def elmo_mix(layers, weights, gamma):
    flat = layers.view(len(layers), -1)
    return gamma * (weights.softmax(0) @ flat).view(layers.shape[1:])
