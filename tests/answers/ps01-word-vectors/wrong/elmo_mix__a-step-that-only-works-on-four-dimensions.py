"""Einsum n,nbld."""

def elmo_mix(layers, weights, gamma):
    return gamma * torch.einsum("n,nbld->bld", weights.softmax(0), layers)
