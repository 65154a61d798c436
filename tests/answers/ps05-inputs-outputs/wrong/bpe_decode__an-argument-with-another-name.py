"""The symbols are called tokens."""

def bpe_decode(tokens):
    return "".join(tokens).removesuffix("</w>")
