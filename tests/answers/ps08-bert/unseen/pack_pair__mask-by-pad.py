"""The mask is where there is no pad_id.

True of it: words-taken-for-padding-because-they-have-its-number
"""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    a, b = list(a), list(b)
    while len(a) + len(b) + 3 > max_len:
        (a if len(a) > len(b) else b).pop()
    ids = [cls_id, *a, sep_id, *b, sep_id]
    n = max_len - len(ids)
    seg = [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * n
    ids = torch.tensor(ids + [pad_id] * n)
    return ids, torch.tensor(seg), ids != pad_id
