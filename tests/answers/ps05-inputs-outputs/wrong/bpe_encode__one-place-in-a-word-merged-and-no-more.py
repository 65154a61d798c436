"""Stops behind the first place."""

def bpe_encode(word, merges):
    symbols = [*word, "</w>"]
    for left, right in merges:
        i = 0
        while i < len(symbols) - 1:
            if symbols[i] == left and symbols[i + 1] == right:
                symbols[i : i + 2] = [left + right]
                break
            i += 1
    return symbols
