"""Ids for each row of the batch.

True of it: ids-with-a-batch-in-front
"""

def join_streams(streams, modality_embeddings):
    ids = torch.cat([torch.full((s.shape[1],), i) for i, s in enumerate(streams)])
    return torch.cat(list(streams), 1) + modality_embeddings[ids], ids.expand(len(streams[0]), -1)
