"""The grid is square.

True of it: no-valueerror
"""

def unpatchify(patches, p, channels, height, width):
    n = int(patches.shape[1] ** 0.5)
    x = patches.reshape(-1, n, n, p, p, channels)
    return x.permute(0, 5, 1, 3, 2, 4).reshape(len(patches), channels, n * p, n * p)
