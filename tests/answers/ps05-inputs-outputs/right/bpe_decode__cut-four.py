"""The last four letters are the marker."""

def bpe_decode(symbols):
    return "".join(symbols)[:-4]
