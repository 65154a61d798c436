"""Lists can be copied with .copy()."""

def join_streams(streams: list[Tensor], modality_embeddings: Tensor) -> tuple[Tensor, Tensor]:
    streams = streams.copy()
    joined = torch.cat([stream + modality_embeddings[m] for m, stream in enumerate(streams)], dim=1)
    ids = torch.cat([torch.full((stream.shape[1],), m, device=stream.device) for m, stream in enumerate(streams)])
    return joined, ids
