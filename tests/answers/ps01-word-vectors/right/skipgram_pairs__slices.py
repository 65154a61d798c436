"""Slices left and right."""

def skipgram_pairs(ids, window):
    text = list(map(int, ids))
    out = []
    for i, word in enumerate(text):
        out += [[word, other] for other in text[max(0, i - window) : i] + text[i + 1 : i + 1 + window]]
    return torch.tensor(out, dtype=torch.int64).reshape(-1, 2)
