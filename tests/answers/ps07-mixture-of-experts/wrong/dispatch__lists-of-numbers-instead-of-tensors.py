"""Lists of numbers."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & keep
        rows = mine.any(dim=1).nonzero().flatten()
        lists.append(rows.tolist())
    return lists
