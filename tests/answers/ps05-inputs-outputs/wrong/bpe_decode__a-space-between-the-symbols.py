"""join with a space."""

def bpe_decode(symbols):
    return " ".join(symbols).removesuffix("</w>")
