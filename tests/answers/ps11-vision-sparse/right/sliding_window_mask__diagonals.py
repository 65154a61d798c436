"""Diagonals added up."""

def sliding_window_mask(n, k):
    total = torch.zeros(n, n)
    for d in range(-min(k, n - 1), min(k, n - 1) + 1):
        total += torch.diag(torch.ones(n - abs(d)), d)
    return total > 0
