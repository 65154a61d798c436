"""Tensors joined, F.pad at the end."""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    a = [int(x) for x in a]
    b = [int(x) for x in b]
    for _ in range(max(0, len(a) + len(b) + 3 - max_len)):
        longer = b if len(b) >= len(a) else a
        del longer[-1]
    left = torch.tensor([cls_id] + a + [sep_id])
    right = torch.tensor(b + [sep_id])
    room = max_len - len(left) - len(right)
    ids = F.pad(torch.cat([left, right]), (0, room), value=pad_id)
    segments = F.pad(torch.cat([torch.zeros_like(left), torch.ones_like(right)]), (0, room))
    mask = F.pad(torch.ones(len(left) + len(right), dtype=torch.bool), (0, room), value=False)
    return ids, segments, mask
