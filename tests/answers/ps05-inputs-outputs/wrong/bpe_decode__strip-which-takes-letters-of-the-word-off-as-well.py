"""rstrip("</w>")."""

def bpe_decode(symbols):
    return "".join(symbols).rstrip("</w>")
