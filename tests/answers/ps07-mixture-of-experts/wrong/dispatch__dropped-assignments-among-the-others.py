"""keep is not used."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e)
        rows = mine.any(dim=1).nonzero().flatten()
        lists.append(rows)
    return lists
