"""Height and width in each other's place.

True of it: raises-runtimeerror
"""

def unpatchify(patches, p, channels, height, width):
    B = len(patches)
    x = patches.view(B, width // p, height // p, p, p, channels)
    return x.permute(0, 5, 1, 3, 2, 4).reshape(B, channels, height, width)
