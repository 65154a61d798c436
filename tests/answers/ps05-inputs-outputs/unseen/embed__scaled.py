"""Times the root of the width, as the first Transformer has it.

True of it: tokens-multiplied-by-the-root-of-d, returns-float32
"""

def embed(ids, E, P):
    return E[ids] * E.shape[1] ** 0.5 + P[torch.arange(ids.shape[-1])]
