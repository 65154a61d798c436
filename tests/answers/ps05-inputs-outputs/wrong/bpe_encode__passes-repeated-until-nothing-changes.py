"""All merges again and again."""

def bpe_encode(word, merges):
    symbols, before = [*word, "</w>"], None
    while symbols != before:
        before = list(symbols)
        for left, right in merges:
            i = 0
            while i < len(symbols) - 1:
                if symbols[i] == left and symbols[i + 1] == right:
                    symbols[i : i + 2] = [left + right]
                i += 1
    return symbols
