"""Strips side by side, then one under the other."""

def unpatchify(patches, p, channels, height, width):
    if height % p != 0:
        raise ValueError("height")
    if width % p != 0:
        raise ValueError("width")
    squares = [square.unflatten(1, (p, p, channels)) for square in patches.unbind(1)]
    per_row = width // p
    strips = [torch.cat(squares[i : i + per_row], dim=2) for i in range(0, len(squares), per_row)]
    return torch.cat(strips, dim=1).permute(0, 3, 1, 2)
