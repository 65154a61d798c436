"""str.replace on a text with spaces."""

def bpe_train(words, num_merges):
    spelling = {word: " ".join([*word, "</w>"]) for word in words}
    merges = []
    for _ in range(num_merges):
        counts = {}
        for word, text in spelling.items():
            symbols = text.split(" ")
            for pair in zip(symbols, symbols[1:]):
                counts[pair] = counts.get(pair, 0) + words[word]
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        spelling = {word: text.replace(" ".join(best), "".join(best)) for word, text in spelling.items()}
    return merges
