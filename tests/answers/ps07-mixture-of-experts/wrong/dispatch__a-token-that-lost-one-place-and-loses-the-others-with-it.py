"""A token is kept or dropped."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & keep.all(dim=1, keepdim=True)
        rows = mine.any(dim=1).nonzero().flatten()
        lists.append(rows)
    return lists
