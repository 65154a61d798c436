"""How many stay is computed before anything is cut."""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    a, b = torch.as_tensor(a, dtype=torch.long), torch.as_tensor(b, dtype=torch.long)
    n, m = len(a), len(b)
    while n + m > max_len - 3:
        if m >= n:
            m -= 1
        else:
            n -= 1
    used = n + m + 3
    ids = torch.full((max_len,), pad_id)
    ids[0] = cls_id
    ids[1 : 1 + n] = a[:n]
    ids[1 + n] = sep_id
    ids[2 + n : 2 + n + m] = b[:m]
    ids[2 + n + m] = sep_id
    segments = torch.zeros(max_len, dtype=torch.long)
    segments[2 + n : used] = 1
    mask = torch.zeros(max_len, dtype=torch.bool)
    mask[:used] = True
    return ids, segments, mask
