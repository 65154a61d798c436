"""Every patch cut out by hand."""

def patchify(images, p):
    B, C, H, W = images.shape
    if H % p != 0 or W % p != 0:
        raise ValueError("p must divide both sides")
    patches = []
    for top in range(0, H, p):
        for left in range(0, W, p):
            square = images[:, :, top : top + p, left : left + p]
            patches.append(square.movedim(1, -1).flatten(1))
    return torch.stack(patches, dim=1)
