"""A filter over the symbols."""

def bpe_decode(symbols):
    return "".join(symbol for symbol in symbols if symbol != "</w>")
