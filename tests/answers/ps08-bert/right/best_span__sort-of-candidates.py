"""A stable sort of all legal pairs."""

def best_span(start_logits, end_logits, max_len, mask=None):
    B, L = start_logits.shape
    pairs = torch.tensor([(i, j) for i in range(L) for j in range(i, min(L, i + max_len))])
    i, j = pairs[:, 0], pairs[:, 1]
    sums = start_logits[:, i] + end_logits[:, j]
    if mask is not None:
        sums = sums.masked_fill(~(mask[:, i] & mask[:, j]), float("-inf"))
    order = sums.sort(dim=1, descending=True, stable=True).indices[:, 0]
    return i[order], j[order]
