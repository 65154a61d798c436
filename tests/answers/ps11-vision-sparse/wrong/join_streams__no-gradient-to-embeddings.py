"""The rows are detached."""

def join_streams(streams: list[Tensor], modality_embeddings: Tensor) -> tuple[Tensor, Tensor]:
    joined = torch.cat([stream + modality_embeddings[m].detach() for m, stream in enumerate(streams)], dim=1)
    ids = torch.cat([torch.full((stream.shape[1],), m, device=stream.device) for m, stream in enumerate(streams)])
    return joined, ids
