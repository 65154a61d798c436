"""The marker is written out of the list."""

def bpe_decode(symbols):
    symbols[-1] = symbols[-1].removesuffix("</w>")
    return "".join(symbols)
