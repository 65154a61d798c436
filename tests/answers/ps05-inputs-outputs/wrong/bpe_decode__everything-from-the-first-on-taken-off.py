"""partition at the first <."""

def bpe_decode(symbols):
    word, _, _ = "".join(symbols).partition("<")
    return word
