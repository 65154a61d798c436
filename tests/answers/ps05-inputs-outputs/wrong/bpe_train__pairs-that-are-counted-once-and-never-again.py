"""Counted before the loop."""

def bpe_train(words, num_merges):
    counts = {}
    for word, count in words.items():
        symbols = [*word, "</w>"]
        for pair in zip(symbols, symbols[1:]):
            counts[pair] = counts.get(pair, 0) + count
    return sorted(counts, key=lambda pair: (counts[pair], pair), reverse=True)[:num_merges]
