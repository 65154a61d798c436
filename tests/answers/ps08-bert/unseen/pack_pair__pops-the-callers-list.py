"""pop on the lists as they came, from a when equal.

True of it: a-shortened-when-both-are-equally-long, a-list-and-a-tensor-that-cannot-stand-together, tokens-popped-off-the-list-that-was-given
"""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    if torch.is_tensor(a):
        a, b = a.tolist(), b.tolist()
    while len(a) + len(b) + 3 > max_len:
        a.pop() if len(a) >= len(b) else b.pop()
    n = max_len - 3 - len(a) - len(b)
    ids = torch.tensor([cls_id] + a + [sep_id] + b + [sep_id] + [pad_id] * n)
    seg = torch.tensor([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * n)
    return ids, seg, torch.tensor([True] * (max_len - n) + [False] * n)
