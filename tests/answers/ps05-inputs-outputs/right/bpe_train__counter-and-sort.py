"""A Counter, and a sort for the ties."""

from collections import Counter


def bpe_train(words, num_merges):
    corpus = [(list(word) + ["</w>"], count) for word, count in words.items()]
    merges = []
    while len(merges) < num_merges:
        pairs = Counter()
        for symbols, count in corpus:
            for i in range(len(symbols) - 1):
                pairs[symbols[i], symbols[i + 1]] += count
        ranked = sorted(pairs, key=lambda pair: (pairs[pair], pair))
        if not ranked:
            return merges
        left, right = ranked[-1]
        merges.append((left, right))
        for symbols, _ in corpus:
            i = 0
            while i < len(symbols) - 1:
                if symbols[i] == left and symbols[i + 1] == right:
                    symbols[i : i + 2] = [left + right]
                i += 1
    return merges
