"""index finds the first place.

True of it: one-place-in-a-word-merged-and-no-more
"""

def bpe_encode(word, merges):
    s = [*word, "</w>"]
    for a, b in merges:
        for i in range(len(s) - 1):
            if (s[i], s[i + 1]) == (a, b):
                s = s[:i] + [a + b] + s[i + 2 :]
                break
    return s
