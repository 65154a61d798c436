"""Row by row, with Python's sort."""

def top_k_filter(logits, k):
    rows = logits.reshape(-1, logits.shape[-1])
    stay = torch.zeros(rows.shape, dtype=torch.bool)
    for i, row in enumerate(rows.tolist()):
        for j in sorted(range(len(row)), key=lambda j: (-row[j], j))[:k]:
            stay[i, j] = True
    return logits.masked_fill(~stay.reshape(logits.shape), -math.inf)
