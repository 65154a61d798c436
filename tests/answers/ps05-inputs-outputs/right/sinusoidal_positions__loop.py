"""Number by number."""

def sinusoidal_positions(length, d_model, base=10000.0):
    rows = []
    for position in range(length):
        row = []
        for feature in range(d_model):
            angle = position / base ** (2 * (feature // 2) / d_model)
            row.append(math.sin(angle) if feature % 2 == 0 else math.cos(angle))
        rows.append(row)
    return torch.tensor(rows, dtype=torch.float32).reshape(length, d_model)
