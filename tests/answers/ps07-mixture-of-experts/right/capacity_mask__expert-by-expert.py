"""For each expert, the first of its assignments."""

def capacity_mask(indices, num_experts, capacity):
    line = indices.T.flatten()
    keep = torch.zeros(line.shape, dtype=torch.bool)
    for e in range(num_experts):
        keep[(line == e).nonzero().flatten()[:capacity]] = True
    return keep.unflatten(0, (indices.shape[1], -1)).T.contiguous()
