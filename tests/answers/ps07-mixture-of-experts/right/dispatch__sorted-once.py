"""One stable sort by expert, then split."""

def dispatch(indices, keep, num_experts):
    rows = torch.arange(indices.shape[0])[:, None].expand(indices.shape)[keep]
    expert, order = indices[keep].sort(stable=True)
    return list(rows[order].split(torch.bincount(expert, minlength=num_experts).tolist()))
