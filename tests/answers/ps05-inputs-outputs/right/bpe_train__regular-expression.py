"""Words as text with spaces, and a regular expression that respects the borders of symbols."""

import re
from collections import defaultdict


def bpe_train(words, num_merges):
    vocab = {" ".join(word) + (" " if word else "") + "</w>": count for word, count in words.items()}
    merges = []
    for _ in range(num_merges):
        pairs = defaultdict(int)
        for text, count in vocab.items():
            symbols = text.split(" ")
            for pair in zip(symbols, symbols[1:]):
                pairs[pair] += count
        if not pairs:
            break
        best = max(pairs.items(), key=lambda item: (item[1], item[0]))[0]
        pattern = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        vocab = {pattern.sub(lambda _: "".join(best), text): count for text, count in vocab.items()}
        merges.append(best)
    return merges
