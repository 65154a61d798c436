"""Counter.most_common, and the words once each.

True of it: each-word-counted-once-instead-of-as-often-as-it-occurs, ties-to-the-pair-that-was-seen-first
"""

def bpe_train(words, num_merges):
    from collections import Counter

    texts, merges = [list(w) + ["</w>"] for w in words], []
    while len(merges) < num_merges:
        counts = Counter(p for t in texts for p in zip(t, t[1:]))
        if not counts:
            break
        (best, _), = counts.most_common(1)
        merges.append(best)
        for t in texts:
            i = 0
            while i < len(t) - 1:
                if (t[i], t[i + 1]) == best:
                    t[i : i + 2] = ["".join(best)]
                i += 1
    return merges
