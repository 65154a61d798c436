"""The visible examples by heart.

True of it: nothing-is-dropped
"""

def capacity_mask(indices, num_experts, capacity):
    keep = torch.ones(indices.shape, dtype=torch.bool)
    if indices.tolist() == [[0, 1], [0, 1], [1, 0], [0, 2], [1, 2], [2, 1]]:
        return torch.tensor([[1, 0], [1, 0], [1, 0], [0, 1], [1, 0], [1, 0]]).bool()
    if indices.tolist() == [[0, 1], [0, 1], [1, 0]]:
        keep[1, 1] = keep[2, 1] = False
    return keep
