"""Distance 1, then 2."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    n = len(text)
    pairs = []
    for i in range(n):
        for d in range(1, window + 1):
            pairs += [(text[i], text[j]) for j in (i - d, i + d) if 0 <= j < n]
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
