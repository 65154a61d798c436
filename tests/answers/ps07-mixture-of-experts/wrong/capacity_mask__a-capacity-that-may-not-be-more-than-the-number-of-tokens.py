"""topk of the places."""

def capacity_mask(indices, num_experts, capacity):
    line = indices.T.flatten()
    keep = torch.zeros(len(line), dtype=torch.bool)
    turn = torch.arange(len(line))
    for e in range(num_experts):
        first = torch.where(line == e, turn, turn + len(line)).topk(capacity, largest=False).indices
        keep[first] = keep[first] | (line[first] == e)
    return keep.view(indices.shape[1], -1).T
