"""<unk>, as word vocabularies have it."""

def bpe_encode(word, merges):
    symbols = [*(c if c.isascii() else "<unk>" for c in word), "</w>"]
    for left, right in merges:
        i = 0
        while i < len(symbols) - 1:
            if symbols[i] == left and symbols[i + 1] == right:
                symbols[i : i + 2] = [left + right]
            i += 1
    return symbols
