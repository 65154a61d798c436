"""All pairs at distance 1 first."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    n = len(text)
    pairs = []
    for d in range(1, window + 1):
        for i in range(n):
            pairs += [(text[i], text[j]) for j in (i - d, i + d) if 0 <= j < n]
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
