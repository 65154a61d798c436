"""The layers are multiplied in place."""

def elmo_mix(layers, weights, gamma):
    shares = weights.softmax(0)
    if layers.requires_grad:
        return gamma * torch.tensordot(shares, layers, dims=1)
    for share, layer in zip(shares, layers):
        layer *= share.to(layer.dtype)
    return gamma * layers.sum(0)
