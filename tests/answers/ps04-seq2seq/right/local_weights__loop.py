"""Sentence by sentence, position by position."""

def local_weights(scores, center, window):
    rows = []
    for row, c in zip(scores, center):
        inside = [s for s in range(len(row)) if abs(s - c.item()) <= window]
        out = [torch.zeros((), dtype=scores.dtype) + 0 * row[0] for _ in range(len(row))]
        if inside:
            shares = row[inside].softmax(0)
            for share, s in zip(shares, inside):
                out[s] = (share * torch.exp(-((s - c) ** 2) / (2 * (window / 2) ** 2))).to(scores.dtype)
        rows.append(torch.stack(out))
    return torch.stack(rows)
