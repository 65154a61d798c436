"""The symbols without the marker."""

def bpe_decode(symbols):
    return [symbol.removesuffix("</w>") for symbol in symbols]
