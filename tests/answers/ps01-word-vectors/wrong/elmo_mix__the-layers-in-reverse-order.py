"""Flip."""

def elmo_mix(layers, weights, gamma):
    return gamma * torch.tensordot(weights.softmax(0), layers.flip(0), dims=1)
