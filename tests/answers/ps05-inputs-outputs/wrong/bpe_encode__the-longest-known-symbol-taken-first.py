"""Greedy from left to right over the vocabulary."""

def bpe_encode(word, merges):
    known = {left + right for left, right in merges}
    text, symbols, i = [*word, "</w>"], [], 0
    while i < len(text):
        for j in range(len(text), i, -1):
            piece = "".join(text[i:j])
            if j == i + 1 or piece in known:
                symbols.append(piece)
                i = j
                break
    return symbols
