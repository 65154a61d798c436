"""One list of triples, unzipped."""

def pack_pair(a, b, cls_id, sep_id, max_len, pad_id):
    a, b = list(map(int, a)), list(map(int, b))
    while 3 + len(a) + len(b) > max_len:
        a, b = (a[:-1], b) if len(a) > len(b) else (a, b[:-1])
    row = [(cls_id, 0, True)] + [(t, 0, True) for t in a] + [(sep_id, 0, True)] + [(t, 1, True) for t in b] + [(sep_id, 1, True)]
    row += [(pad_id, 0, False)] * (max_len - len(row))
    ids, segments, mask = zip(*row)
    return torch.tensor(ids), torch.tensor(segments), torch.tensor(mask)
