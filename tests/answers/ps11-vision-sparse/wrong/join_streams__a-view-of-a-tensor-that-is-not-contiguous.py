"""view into a long list of vectors and back."""

def join_streams(streams: list[Tensor], modality_embeddings: Tensor) -> tuple[Tensor, Tensor]:
    joined = torch.cat([stream.view(-1, stream.shape[-1]).view(stream.shape) + modality_embeddings[m] for m, stream in enumerate(streams)], dim=1)
    ids = torch.cat([torch.full((stream.shape[1],), m, device=stream.device) for m, stream in enumerate(streams)])
    return joined, ids
