"""Words as text with spaces, merged by str.replace.

True of it: a-text-replacement-that-cuts-symbols-in-two
"""

def bpe_train(words, num_merges):
    vocab = {" ".join(w) + " </w>": n for w, n in words.items()}
    merges = []
    for _ in range(num_merges):
        counts = {}
        for text, n in vocab.items():
            s = text.split()
            for pair in zip(s, s[1:]):
                counts[pair] = counts.get(pair, 0) + n
        if not counts:
            break
        best = max(counts, key=lambda p: (counts[p], p))
        merges.append(best)
        vocab = {text.replace(" ".join(best), "".join(best)): n for text, n in vocab.items()}
    return merges
