"""max_tokens instead of capacity."""

def capacity_mask(indices, num_experts, max_tokens):
    T, k = indices.shape
    taken = [0] * num_experts
    keep = torch.zeros(T, k, dtype=torch.bool)
    for j in range(k):
        for t in range(T):
            e = indices[t, j].item()
            if taken[e] < max_tokens:
                keep[t, j] = True
                taken[e] += 1
    return keep
