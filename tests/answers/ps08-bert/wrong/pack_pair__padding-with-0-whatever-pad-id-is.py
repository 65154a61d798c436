"""Padding is 0."""

def pack_pair(a, b, cls_id: int, sep_id: int, max_len: int, pad_id: int) -> tuple[Tensor, Tensor, Tensor]:
    a, b = torch.as_tensor(a).tolist(), torch.as_tensor(b).tolist()
    while len(a) + len(b) + 3 > max_len:
        if len(a) > len(b):
            a.pop()
        else:
            b.pop()
    tokens = [cls_id, *a, sep_id, *b, sep_id]
    padding = max_len - len(tokens)
    ids = torch.tensor(tokens + [0] * padding)
    segments = torch.tensor([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * padding)
    mask = torch.arange(max_len) < len(tokens)
    return ids, segments, mask
