"""Walks the word from its end."""

def bpe_train(words, num_merges):
    spelling = {word: [*word, "</w>"] for word in words}
    merges = []
    for _ in range(num_merges):
        counts = {}
        for word, symbols in spelling.items():
            for pair in zip(symbols, symbols[1:]):
                counts[pair] = counts.get(pair, 0) + words[word]
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        for word, symbols in spelling.items():
            merged, i = [], len(symbols)
            while i > 0:
                if i > 1 and symbols[i - 2 : i] == list(best):
                    merged.insert(0, best[0] + best[1])
                    i -= 2
                else:
                    merged.insert(0, symbols[i - 1])
                    i -= 1
            spelling[word] = merged
    return merges
