"""Characters that no merge knows are dropped."""

def bpe_encode(word, merges):
    seen = "".join(left + right for left, right in merges)
    symbols = [*(c for c in word if c in seen or not merges or c.isascii()), "</w>"]
    for left, right in merges:
        i = 0
        while i < len(symbols) - 1:
            if symbols[i] == left and symbols[i + 1] == right:
                symbols[i : i + 2] = [left + right]
            i += 1
    return symbols
