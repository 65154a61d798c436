"""Patches column by column.

True of it: patches-taken-column-by-column
"""

def patchify(images, p):
    B, C, H, W = images.shape
    if H % p or W % p:
        raise ValueError
    return images.view(B, C, H // p, p, W // p, p).permute(0, 4, 2, 3, 5, 1).reshape(B, -1, p * p * C)
