"""max by the count alone."""

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
        best = max(counts, key=lambda pair: counts[pair])
        merges.append(best)
        for word, symbols in spelling.items():
            merged, i = [], 0
            while i < len(symbols):
                if symbols[i : i + 2] == list(best):
                    merged.append(best[0] + best[1])
                    i += 2
                else:
                    merged.append(symbols[i])
                    i += 1
            spelling[word] = merged
    return merges
