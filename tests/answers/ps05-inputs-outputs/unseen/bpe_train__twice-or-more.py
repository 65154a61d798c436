"""Stops when the best pair occurs only once.

True of it: pairs-that-occur-once-left-out
"""

def bpe_train(words, num_merges):
    spelled = {w: tuple(w) + ("</w>",) for w in words}
    merges = []
    for _ in range(num_merges):
        counts = {}
        for w, s in spelled.items():
            for i in range(len(s) - 1):
                counts[s[i : i + 2]] = counts.get(s[i : i + 2], 0) + words[w]
        if not counts or max(counts.values()) < 2:
            break
        best = max(counts, key=lambda p: (counts[p], p))
        merges.append(best)
        for w, s in spelled.items():
            new, i = [], 0
            while i < len(s):
                if s[i : i + 2] == best:
                    new.append(s[i] + s[i + 1])
                    i += 2
                else:
                    new.append(s[i])
                    i += 1
            spelled[w] = tuple(new)
    return merges
