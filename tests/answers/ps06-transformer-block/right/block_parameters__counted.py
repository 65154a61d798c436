"""Counted on a block."""

def block_parameters(d_model, d_hidden, kind):
    blocks = {"encoder": EncoderBlock, "decoder": DecoderBlock}
    if kind not in blocks:
        raise ValueError(kind)
    return sum(p.numel() for p in blocks[kind](d_model, 1, d_hidden, True).parameters())
