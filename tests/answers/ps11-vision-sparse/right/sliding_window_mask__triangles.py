"""Two triangles."""

def sliding_window_mask(n, k):
    return torch.ones(n, n, dtype=torch.bool).tril(k) & torch.ones(n, n, dtype=torch.bool).triu(-k)
