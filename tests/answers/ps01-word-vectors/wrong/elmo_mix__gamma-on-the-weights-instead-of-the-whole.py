"""Softmax(gamma * w)."""

def elmo_mix(layers, weights, gamma):
    return torch.tensordot((gamma * weights).softmax(0), layers, dims=1)
