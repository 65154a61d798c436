"""Slices at the end."""

def pack_pair(a, b, cls_id: int, sep_id: int, max_len: int, pad_id: int) -> tuple[Tensor, Tensor, Tensor]:
    a, b = torch.as_tensor(a).tolist(), torch.as_tensor(b).tolist()
    tokens = ([cls_id] + a + [sep_id] + b + [sep_id])[:max_len]
    segments = ([0] * (len(a) + 2) + [1] * (len(b) + 1))[:max_len]
    padding = max_len - len(tokens)
    mask = torch.tensor([True] * len(tokens) + [False] * padding)
    return torch.tensor(tokens + [pad_id] * padding), torch.tensor(segments + [0] * padding), mask
