"""The merges are popped off the list."""

def bpe_encode(word, merges):
    symbols = [*word, "</w>"]
    while merges:
        left, right = merges.pop(0)
        i = 0
        while i < len(symbols) - 1:
            if symbols[i] == left and symbols[i + 1] == right:
                symbols[i : i + 2] = [left + right]
            i += 1
    return symbols
