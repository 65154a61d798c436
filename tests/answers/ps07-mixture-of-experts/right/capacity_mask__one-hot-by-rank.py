"""Rank after rank, with what was taken before."""

def capacity_mask(indices: Tensor, num_experts: int, capacity: int) -> Tensor:
    before = torch.zeros(num_experts, dtype=torch.long)
    columns = []
    for column in indices.unbind(1):
        hot = F.one_hot(column, num_experts)
        place = ((hot.cumsum(0) - 1 + before) * hot).sum(-1)
        columns.append(place < capacity)
        before = before + hot.sum(0)
    return torch.stack(columns, dim=1)
