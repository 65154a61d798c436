"""The word is called text."""

def bpe_encode(text, merges):
    word = text
    symbols = [*word, "</w>"]
    for left, right in merges:
        i = 0
        while i < len(symbols) - 1:
            if symbols[i] == left and symbols[i + 1] == right:
                symbols[i : i + 2] = [left + right]
            i += 1
    return symbols
