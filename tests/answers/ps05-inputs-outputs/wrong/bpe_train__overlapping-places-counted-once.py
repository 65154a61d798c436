"""aaa holds (a, a) once."""

def bpe_train(words, num_merges):
    spelling = {word: [*word, "</w>"] for word in words}
    merges = []
    for _ in range(num_merges):
        counts = {}
        for word, symbols in spelling.items():
            last = {}
            for i, pair in enumerate(zip(symbols, symbols[1:])):
                if last.get(pair) != i - 1:
                    counts[pair] = counts.get(pair, 0) + words[word]
                    last[pair] = i
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        for word, symbols in spelling.items():
            i = 0
            while i < len(symbols) - 1:
                if (symbols[i], symbols[i + 1]) == best:
                    symbols[i : i + 2] = ["".join(best)]
                i += 1
    return merges
