"""The ids first, then their rows."""

def join_streams(streams, modality_embeddings):
    ids = torch.arange(len(streams)).repeat_interleave(torch.tensor([s.size(1) for s in streams]))
    return torch.cat(list(streams), 1) + modality_embeddings[ids], ids
