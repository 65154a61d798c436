"""The first column."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & keep
        rows = mine[:, 0].nonzero().flatten()
        lists.append(rows)
    return lists
