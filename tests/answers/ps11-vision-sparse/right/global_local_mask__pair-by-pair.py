"""The definition in words."""

def global_local_mask(n, k, global_ids):
    chosen = set(global_ids)
    rows = [[abs(i - j) <= k or i in chosen or j in chosen for j in range(n)] for i in range(n)]
    return torch.tensor(rows)
