"""Each segment gets half the room."""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    room = max_len - 3
    a, b = list(a), list(b)
    if len(a) + len(b) > room:
        a, b = a[: room // 2], b[: room - room // 2]
    ids = [cls_id, *a, sep_id, *b, sep_id]
    seg = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    n = max_len - len(ids)
    return torch.tensor(ids + [pad_id] * n), torch.tensor(seg + [0] * n), torch.arange(max_len) < len(ids)
