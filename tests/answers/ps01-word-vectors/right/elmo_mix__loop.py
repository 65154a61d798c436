"""A sum over the layers."""

def elmo_mix(layers, weights, gamma):
    shares = weights.softmax(-1)
    total = torch.zeros_like(layers[0])
    for share, layer in zip(shares, layers):
        total = total + share * layer
    return total * gamma
