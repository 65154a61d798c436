"""One reshape.

True of it: a-reshape-that-cuts-no-squares-after-moving-the-channels-last, raises-assertionerror
"""

def patchify(images, p):
    B, C, H, W = images.shape
    assert H % p == 0 and W % p == 0
    return images.permute(0, 2, 3, 1).reshape(B, H * W // p**2, p * p * C)
