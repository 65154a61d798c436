"""True for dropped."""

def capacity_mask(indices, num_experts, capacity):
    T, k = indices.shape
    taken = [0] * num_experts
    keep = torch.zeros(T, k, dtype=torch.bool)
    for j in range(k):
        for t in range(T):
            e = indices[t, j].item()
            if taken[e] < capacity:
                keep[t, j] = True
                taken[e] += 1
    return ~keep
