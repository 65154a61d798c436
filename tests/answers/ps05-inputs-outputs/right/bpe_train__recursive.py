"""A function that calls itself for the remaining merges."""

def bpe_train(words, num_merges):
    def merge(symbols, pair):
        if len(symbols) < 2:
            return symbols
        if (symbols[0], symbols[1]) == pair:
            return [symbols[0] + symbols[1]] + merge(symbols[2:], pair)
        return [symbols[0]] + merge(symbols[1:], pair)

    def learn(corpus, left):
        pairs = {}
        for symbols, count in corpus:
            for pair in zip(symbols[:-1], symbols[1:]):
                pairs[pair] = pairs.get(pair, 0) + count
        if left == 0 or not pairs:
            return []
        most = max(pairs.values())
        best = max(pair for pair in pairs if pairs[pair] == most)
        return [best] + learn([(merge(symbols, best), count) for symbols, count in corpus], left - 1)

    return learn([(list(word) + ["</w>"], count) for word, count in words.items()], num_merges)
