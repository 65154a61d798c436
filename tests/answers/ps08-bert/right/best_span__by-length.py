"""A loop over the lengths of answers, ties sorted out at the end."""

def best_span(start_logits, end_logits, max_len, mask=None):
    B, L = start_logits.shape
    low = torch.full_like(start_logits, -torch.inf)
    if mask is not None:
        start_logits, end_logits = torch.where(mask, start_logits, low), torch.where(mask, end_logits, low)
    table = []
    for extra in range(min(max_len, L)):
        shifted = torch.cat([end_logits[:, extra:], low[:, :extra]], 1)
        table.append(start_logits + shifted)
    table = torch.stack(table, -1)  # B, start, length
    flat = table.flatten(1)
    best = (flat == flat.amax(1, keepdim=True)).int().argmax(1)
    start = best.div(table.shape[-1], rounding_mode="floor")
    return start, start + best % table.shape[-1]
