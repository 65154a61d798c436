"""The marker is cut off the last symbol first."""

def bpe_decode(symbols):
    *front, last = symbols
    return "".join([*front, last.removesuffix("</w>")])
