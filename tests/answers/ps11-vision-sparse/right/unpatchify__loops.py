"""Patch by patch into an empty picture."""

def unpatchify(patches, p, channels, height, width):
    if height % p or width % p:
        raise ValueError("no")
    image = patches.new_zeros(len(patches), channels, height, width)
    k = 0
    for top in range(0, height, p):
        for left in range(0, width, p):
            square = patches[:, k].reshape(-1, p, p, channels).permute(0, 3, 1, 2)
            image[:, :, top : top + p, left : left + p] = square
            k += 1
    return image
