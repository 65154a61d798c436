"""arange for each stream."""

def join_streams(streams: list[Tensor], modality_embeddings: Tensor) -> tuple[Tensor, Tensor]:
    joined = torch.cat([stream + modality_embeddings[m] for m, stream in enumerate(streams)], dim=1)
    ids = torch.cat([torch.arange(stream.shape[1]) for m, stream in enumerate(streams)])
    return joined, ids
