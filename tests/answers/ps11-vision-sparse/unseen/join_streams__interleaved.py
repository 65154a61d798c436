"""Stacked, so all as long as one another."""

def join_streams(streams, modality_embeddings):
    x = torch.stack([s + m for s, m in zip(streams, modality_embeddings)], 1).flatten(1, 2)
    return x, torch.arange(len(streams)).repeat_interleave(streams[0].shape[1])
