"""Pairs of places, then the ids."""

def skipgram_pairs(ids, window):
    text = torch.tensor([int(x) for x in ids], dtype=torch.long)
    n = len(text)
    places = [(i, j) for i in range(n) for j in range(n) if 0 < abs(i - j) <= window]
    return text[torch.tensor(places, dtype=torch.long).reshape(-1, 2)]
