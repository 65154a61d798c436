"""A one-hot matrix times the rows."""

def join_streams(streams, modality_embeddings):
    ids = torch.tensor([m for m, s in enumerate(streams) for _ in range(s.shape[1])], dtype=torch.long)
    which = F.one_hot(ids, len(streams)).to(modality_embeddings.dtype)
    return torch.cat(tuple(streams), dim=-2) + which @ modality_embeddings, ids
