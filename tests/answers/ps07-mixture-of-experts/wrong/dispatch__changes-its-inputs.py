"""Dropped assignments are marked in the indices."""

def dispatch(indices, keep, num_experts):
    indices[~keep] = -1
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & keep
        rows = mine.any(dim=1).nonzero().flatten()
        lists.append(rows)
    return lists
