"""The same embedding for all, in place.

True of it: the-first-row-for-every-stream, returns-float32, changes-its-inputs
"""

def join_streams(streams, modality_embeddings):
    for s in streams:
        s += modality_embeddings[0]
    return torch.cat(streams, 1), torch.cat([torch.full((s.shape[1],), float(i)) for i, s in enumerate(streams)])
