"""I and j may be equal."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    n = len(text)
    pairs = [(text[i], text[j]) for i in range(n) for j in range(max(0, i - window), min(n, i + window + 1))]
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
