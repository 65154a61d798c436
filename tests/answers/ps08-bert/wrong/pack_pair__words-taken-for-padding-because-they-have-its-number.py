"""The mask is True where ids are not pad_id."""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    a, b = [int(t) for t in a], [int(t) for t in b]
    while len(a) + len(b) + 3 > max_len:
        if len(a) > len(b):
            a = a[:-1]
        else:
            b = b[:-1]
    ids = torch.full((max_len,), pad_id)
    row = torch.tensor([cls_id, *a, sep_id, *b, sep_id])
    ids[: len(row)] = row
    segments = torch.zeros(max_len, dtype=torch.long)
    segments[len(a) + 2 : len(row)] = 1
    return ids, segments, ids.ne(pad_id)
