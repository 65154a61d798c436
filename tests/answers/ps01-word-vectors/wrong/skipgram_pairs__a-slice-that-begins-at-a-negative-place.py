"""Text[i - window : i]."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    n = len(text)
    pairs = []
    for i, word in enumerate(text):
        pairs += [(word, other) for other in text[i - window : i] + text[i + 1 : i + 1 + window]]
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
