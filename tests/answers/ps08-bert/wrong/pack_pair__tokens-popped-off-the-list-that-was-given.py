"""Lists are used as they are."""

def pack_pair(a, b, cls_id: int, sep_id: int, max_len: int, pad_id: int) -> tuple[Tensor, Tensor, Tensor]:
    a, b = a if isinstance(a, list) else a.tolist(), b if isinstance(b, list) else b.tolist()
    while len(a) + len(b) + 3 > max_len:
        if len(a) > len(b):
            a.pop()
        else:
            b.pop()
    tokens = [cls_id, *a, sep_id, *b, sep_id]
    padding = max_len - len(tokens)
    ids = torch.tensor(tokens + [pad_id] * padding)
    segments = torch.tensor([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * padding)
    mask = torch.arange(max_len) < len(tokens)
    return ids, segments, mask
