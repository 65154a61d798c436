"""After a merge the index stays, so that what was merged is merged once more.

True of it: ties-by-the-joined-symbol-instead-of-the-pair
"""

def bpe_train(words, num_merges):
    texts, merges = {w: list(w) + ["</w>"] for w in words}, []
    while len(merges) < num_merges:
        counts = {}
        for w, t in texts.items():
            for p in zip(t, t[1:]):
                counts[p] = counts.get(p, 0) + words[w]
        if not counts:
            break
        best = max(counts, key=lambda p: (counts[p], "".join(p), p))
        merges.append(best)
        for t in texts.values():
            i = 0
            while i < len(t) - 1:
                if (t[i], t[i + 1]) == best:
                    t[i : i + 2] = ["".join(best)]
                else:
                    i += 1
    return merges
