"""A pair is in the list or it is not."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    n = len(text)
    pairs = []
    for i in range(n):
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if i != j and (text[i], text[j]) not in pairs:
                pairs.append((text[i], text[j]))
    return torch.tensor(pairs, dtype=torch.long).view(-1, 2)
