"""Flattened too early."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & keep
        rows = mine.flatten().nonzero().flatten()
        lists.append(rows)
    return lists
