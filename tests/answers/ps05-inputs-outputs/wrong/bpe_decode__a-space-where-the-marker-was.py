"""The marker stands for the space behind a word."""

def bpe_decode(symbols):
    return "".join(symbols).replace("</w>", " ")
