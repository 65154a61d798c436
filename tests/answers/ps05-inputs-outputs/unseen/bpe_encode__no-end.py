"""The end marker is added when all is merged.

True of it: an-end-marker-that-is-added-after-the-merges
"""

def bpe_encode(word, merges):
    s = list(word)
    for a, b in merges:
        i = 0
        while i < len(s) - 1:
            if s[i] == a and s[i + 1] == b:
                s[i : i + 2] = [a + b]
            i += 1
    return s + ["</w>"]
