"""Pictures as sequences, and several kinds of sequence as one.

Letters: B batch, C channels, p patch side, N patches, D model width, M streams.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from course_lib.layers.checks import check_images, check_input


def patchify(images: Tensor, p: int) -> Tensor:
    """Cut each picture into squares and write each square as one vector.

    Args:
        images: (B, C, H, W).
        p: side of a patch.

    Returns:
        (B, N, p*p*C), patches row by row, each flattened as (row, column, channel).

    Raises:
        ValueError: there are not four dimensions, or p does not divide the height and the width.

    Source: Dosovitskiy et al. 2021, section 3.1; DNN 16.10.1.

    >>> patchify(torch.arange(4.0).view(1, 1, 2, 2), p=1).flatten().tolist()
    [0.0, 1.0, 2.0, 3.0]
    """
    check_images(images)
    B, C, H, W = images.shape
    rows, columns = grid(H, W, p)
    return images.reshape(B, C, rows, p, columns, p).permute(0, 2, 4, 3, 5, 1).reshape(B, rows * columns, p * p * C)


def unpatchify(patches: Tensor, p: int, channels: int, height: int, width: int) -> Tensor:
    """Put patches back together: the inverse of `patchify`.

    Args:
        patches: (B, N, p*p*C).
        p: side of a patch.
        channels: C.
        height: H.
        width: W.

    Returns:
        (B, C, H, W).

    Raises:
        ValueError: p does not divide the height and the width, or the patches do not fill the picture.

    Source: DNN 16.10.1.

    >>> images = torch.arange(48.0).view(1, 3, 4, 4)
    >>> torch.equal(unpatchify(patchify(images, 2), 2, channels=3, height=4, width=4), images)
    True
    """
    rows, columns = grid(height, width, p)
    if patches.shape[1:] != (rows * columns, p * p * channels):
        raise ValueError(
            f"a picture of {height} by {width} with {channels} channels is {rows * columns} patches of {p * p * channels} numbers, "
            f"not {tuple(patches.shape[1:])}"
        )
    split = patches.reshape(-1, rows, columns, p, p, channels)
    return split.permute(0, 5, 1, 3, 2, 4).reshape(-1, channels, height, width)


class PatchEmbedding(nn.Module):
    """Turn a picture into the tokens of a vision transformer.

    Args:
        image_size: height and width.
        p: side of a patch.
        channels: C.
        d_model: D.

    Raises:
        ValueError: p does not divide the image size.

    Source: Dosovitskiy et al. 2021, equation 1; DNN 16.10.1.

    >>> PatchEmbedding(image_size=224, p=16, channels=3, d_model=8)(torch.zeros(1, 3, 224, 224)).shape
    torch.Size([1, 197, 8])
    """

    def __init__(self, image_size: int, p: int, channels: int, d_model: int) -> None:
        super().__init__()
        rows, columns = grid(image_size, image_size, p)
        self.image_size, self.p = image_size, p
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.randn(1, 1, d_model) * 0.02)
        self.positions = nn.Parameter(torch.randn(1, rows * columns + 1, d_model) * 0.02)

    def forward(self, images: Tensor) -> Tensor:
        """Map `images`, (B, C, H, W), to (B, N + 1, D), the class token first.

        >>> layer = PatchEmbedding(image_size=4, p=2, channels=1, d_model=8)
        >>> layer(torch.zeros(3, 1, 4, 4)).shape
        torch.Size([3, 5, 8])
        """
        check_images(images, self.projection.in_features // self.p**2)
        if images.shape[-2:] != (self.image_size, self.image_size):
            raise ValueError(f"pictures are {tuple(images.shape[-2:])} and this layer was built for {self.image_size} by {self.image_size}")
        patches = patchify(images, self.p)
        check_input("a patch", patches, self.projection)
        tokens = self.projection(patches)
        return torch.cat([self.class_token.expand(len(tokens), -1, -1), tokens], dim=1) + self.positions


def join_streams(streams: Sequence[Tensor], modality_embeddings: Tensor) -> tuple[Tensor, Tensor]:
    """Lay several sequences end to end, each marked with the vector of its kind.

    Args:
        streams: M tensors, (B, L_m, D).
        modality_embeddings: (M, D).

    Returns:
        (B, sum L_m, D), and a LongTensor (sum L_m,) that says which stream each position came from.

    Raises:
        ValueError: there is no stream, there are not as many embeddings as streams, or the streams differ in batch or width.

    Source: DNN 16.10.

    >>> joined, kind = join_streams([torch.zeros(1, 2, 1), torch.zeros(1, 1, 1)], torch.tensor([[1.0], [5.0]]))
    >>> joined.flatten().tolist(), kind.tolist()
    ([1.0, 1.0, 5.0], [0, 0, 1])
    """
    if len(streams) != len(modality_embeddings):
        raise ValueError(f"{len(streams)} streams but {len(modality_embeddings)} modality embeddings: each stream needs its own")
    if not streams:
        raise ValueError("there is no stream to join")
    first = streams[0].shape
    for stream in streams:
        if stream.dim() != 3 or stream.shape[::2] != first[::2]:
            shapes = ", ".join(str(tuple(s.shape)) for s in streams)
            raise ValueError(f"streams are (B, L_m, D) and may differ in length alone; these have shapes {shapes}")
    marked = [stream + row.to(stream.dtype) for stream, row in zip(streams, modality_embeddings, strict=True)]
    lengths = torch.tensor([stream.shape[1] for stream in streams], device=streams[0].device)
    return torch.cat(marked, dim=1), torch.arange(len(streams), device=lengths.device).repeat_interleave(lengths)


def grid(height: int, width: int, p: int) -> tuple[int, int]:
    """Count the rows and columns of patches.

    Args:
        height: H.
        width: W.
        p: side of a patch.

    Returns:
        (rows, columns).

    Raises:
        ValueError: p does not divide the height and the width.

    Source: Dosovitskiy et al. 2021.

    >>> grid(224, 224, 16)
    (14, 14)
    """
    if p < 1 or height % p or width % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {height} by {width}: the side must divide both")
    return height // p, width // p
