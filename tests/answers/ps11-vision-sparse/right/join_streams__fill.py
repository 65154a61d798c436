"""Written into an empty tensor."""

def join_streams(streams, modality_embeddings):
    B, _, D = streams[0].shape
    total = sum(s.shape[1] for s in streams)
    out = streams[0].new_empty(B, total, D)
    ids = torch.empty(total, dtype=torch.int64)
    at = 0
    for m in range(len(streams)):
        to = at + streams[m].shape[1]
        out[:, at:to] = streams[m] + modality_embeddings[m].view(1, 1, -1)
        ids[at:to] = m
        at = to
    return out, ids
