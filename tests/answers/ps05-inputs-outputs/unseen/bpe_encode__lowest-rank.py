"""As GPT-2 does it: the pair learned first, wherever it turns up.

True of it: passes-repeated-until-nothing-changes
"""

def bpe_encode(word, merges):
    s, rank = [*word, "</w>"], {m: i for i, m in enumerate(merges)}
    while len(s) > 1:
        best = min(zip(s, s[1:]), key=lambda p: rank.get(p, len(rank)))
        if best not in rank:
            break
        i = 0
        while i < len(s) - 1:
            if (s[i], s[i + 1]) == best:
                s[i : i + 2] = [s[i] + s[i + 1]]
            i += 1
    return s
