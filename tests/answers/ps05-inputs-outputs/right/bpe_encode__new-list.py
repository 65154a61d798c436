"""A new list for each merge."""

def bpe_encode(word, merges):
    symbols = list(word) + ["</w>"]
    for pair in merges:
        new = []
        while symbols:
            if len(symbols) > 1 and (symbols[0], symbols[1]) == tuple(pair):
                new.append(symbols.pop(0) + symbols.pop(0))
            else:
                new.append(symbols.pop(0))
        symbols = new
    return symbols
