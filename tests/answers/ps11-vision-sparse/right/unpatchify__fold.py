"""F.fold does it, given the channels first."""

def unpatchify(patches, p, channels, height, width):
    if height % p or width % p:
        raise ValueError("p")
    columns = patches.unflatten(-1, (p * p, channels)).transpose(-1, -2).flatten(-2).transpose(1, 2)
    return F.fold(columns.float() if columns.dtype in (torch.float16, torch.bfloat16) else columns, (height, width), kernel_size=p, stride=p).to(patches.dtype)
