"""As many experts as occur."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(int(indices[keep].max()) + 1):
        mine = (indices == e) & keep
        rows = mine.any(dim=1).nonzero().flatten()
        lists.append(rows)
    return lists
