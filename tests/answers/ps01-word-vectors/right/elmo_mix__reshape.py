"""Shares as a column."""

def elmo_mix(layers, weights, gamma):
    e = (weights - weights.max()).exp()
    shares = (e / e.sum()).reshape(-1, *[1] * (layers.dim() - 1))
    return ((gamma * shares) * layers).sum(0)
