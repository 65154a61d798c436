"""Segment 1 to the end of the row.

True of it: padding-counted-as-b
"""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    a, b = torch.as_tensor(a), torch.as_tensor(b)
    while len(a) + len(b) > max_len - 3:
        a, b = (a[:-1], b) if len(a) > len(b) else (a, b[:-1])
    ids = torch.full((max_len,), pad_id)
    ids[0], ids[1 : 1 + len(a)], ids[1 + len(a)] = cls_id, a, sep_id
    at = 2 + len(a)
    ids[at : at + len(b)], ids[at + len(b)] = b, sep_id
    seg = (torch.arange(max_len) >= at).long()
    return ids, seg, torch.arange(max_len) <= at + len(b)
