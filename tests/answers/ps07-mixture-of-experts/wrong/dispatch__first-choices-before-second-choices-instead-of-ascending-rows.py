"""Choice after choice."""

def dispatch(indices, keep, num_experts):
    lists = []
    for e in range(num_experts):
        mine = (indices == e) & keep
        _, rows = torch.where(mine.T)
        lists.append(rows)
    return lists
