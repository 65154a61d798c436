"""The last symbol is the marker, one might think."""

def bpe_decode(symbols):
    return "".join(symbols[:-1])
