"""Row by row, in Python."""

def top_p_filter(logits, p):
    if p >= 1:
        return logits
    rows = logits.reshape(-1, logits.shape[-1])
    stay = torch.zeros(rows.shape, dtype=torch.bool)
    for i, row in enumerate(rows.detach().double().softmax(-1).tolist()):
        total = 0.0
        for j in sorted(range(len(row)), key=lambda j: -row[j]):
            stay[i, j] = True
            total += row[j]
            if total >= p:
                break
    return logits.masked_fill(~stay.reshape(logits.shape), -math.inf)
