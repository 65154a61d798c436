"""mask instead of keep."""

def dispatch(indices, mask, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & mask
        rows = mine.any(dim=1).nonzero().flatten()
        lists.append(rows)
    return lists
