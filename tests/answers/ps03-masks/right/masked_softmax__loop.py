"""Slice by slice, only what is allowed."""

def masked_softmax(scores, mask, dim=-1):
    x = scores.movedim(dim, -1)
    m = torch.ones(x.shape, dtype=torch.bool) if mask is None else mask.expand_as(scores).movedim(dim, -1)
    rows = []
    for row, keep in zip(x.reshape(-1, x.shape[-1]), m.reshape(-1, x.shape[-1])):
        seen = keep.nonzero()[:, 0]
        out = torch.zeros_like(row)
        rows.append(out.index_put((seen,), torch.softmax(row[seen], 0)) if len(seen) else out * row.nan_to_num().clamp(-1, 1))
    return torch.stack(rows).reshape(x.shape).movedim(-1, dim)
