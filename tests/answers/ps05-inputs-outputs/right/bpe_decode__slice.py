"""A slice in place of removesuffix."""

def bpe_decode(symbols):
    word = ""
    for symbol in symbols:
        word = word + symbol
    return word[:-4] if word.endswith("</w>") else word
