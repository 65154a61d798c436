"""list.index looks for the left symbol."""

def bpe_encode(word, merges):
    symbols = [*word, "</w>"]
    for left, right in merges:
        at = 0
        while left in symbols[at:-1]:
            at = symbols.index(left, at)
            if symbols[at + 1] == right:
                symbols = symbols[:at] + [left + right] + symbols[at + 2 :]
            at += 1
    return symbols
