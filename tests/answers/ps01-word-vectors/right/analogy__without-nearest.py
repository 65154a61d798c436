"""All by hand."""

def analogy(E, a, b, c, k=1):
    score = cosine_similarity(E, E[b] - E[a] + E[c]).tolist()
    ids = [i for i in range(len(E)) if i not in (a, b, c)]
    return torch.tensor(sorted(ids, key=lambda i: (-score[i], i))[:k])
