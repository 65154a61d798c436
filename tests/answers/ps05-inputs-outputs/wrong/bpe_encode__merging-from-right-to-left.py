"""Walks the word from its end."""

def bpe_encode(word, merges):
    symbols = [*word, "</w>"]
    for left, right in merges:
        i = len(symbols) - 2
        while i >= 0:
            if symbols[i : i + 2] == [left, right]:
                symbols[i : i + 2] = [left + right]
            i -= 1
    return symbols
