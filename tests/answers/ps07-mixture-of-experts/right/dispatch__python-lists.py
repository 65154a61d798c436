"""Python lists, made into tensors."""

def dispatch(indices: Tensor, keep: Tensor, num_experts: int) -> list[Tensor]:
    lists = [[] for _ in range(num_experts)]
    for t, (chosen, kept) in enumerate(zip(indices.tolist(), keep.tolist())):
        for e, stays in zip(chosen, kept):
            if stays:
                lists[e].append(t)
    return [torch.tensor(rows, dtype=torch.long) for rows in lists]
