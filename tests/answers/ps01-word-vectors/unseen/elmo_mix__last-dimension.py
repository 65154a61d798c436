"""Mixed over the last dimension.

True of it: weights-without-a-softmax
"""

def elmo_mix(layers, weights, gamma):
    return gamma * (layers.movedim(0, -1) * weights).sum(-1)
