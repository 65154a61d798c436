"""A negative index counts from the back."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    n = len(text)
    pairs = [(text[i], text[j]) for i in range(n) for j in range(i - window, min(n, i + window + 1)) if i != j and j >= -n]
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
