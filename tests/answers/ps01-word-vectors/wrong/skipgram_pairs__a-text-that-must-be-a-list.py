"""Lists put together."""

def skipgram_pairs(ids, window):
    text = ids.copy()
    n = len(text)
    pairs = [(text[i], text[j]) for i in range(n) for j in range(max(0, i - window), min(n, i + window + 1)) if i != j]
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
