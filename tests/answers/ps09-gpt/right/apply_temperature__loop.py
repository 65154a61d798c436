"""Row by row."""

def apply_temperature(logits, t):
    if t > 0:
        return logits / t
    if t < 0:
        raise ValueError("the temperature cannot be negative")
    rows = logits.reshape(-1, logits.shape[-1])
    out = torch.full_like(rows, -math.inf)
    for i, row in enumerate(rows):
        values = row.tolist()
        j = values.index(max(values))
        out[i, j] = row[j]
    return out.reshape(logits.shape)
