"""A film as a sequence: blocks of some frames by some pixels, each one token.

Letters: B batch   C channels   T frames   N tubelets   t frames of a tubelet   p side of a patch
"""

from __future__ import annotations

from torch import Tensor

from course_lib.layers.patches import grid, patchify


def tubelets(film: Tensor, t: int, p: int) -> Tensor:
    """Cut a film into blocks of t frames by p by p pixels and write each block as one vector.

    Args:
        film: (B, C, T, H, W).
        t: frames in a block.
        p: side of a block.

    Returns:
        (B, N, t*p*p*C), blocks in order of time, then row by row, each flattened as (frame, row, column, channel).

    Raises:
        ValueError: there are not five dimensions, or t or p does not divide the film.

    Source: Arnab et al. 2021, section 3.2; DNN 16.10, "Real-World Connection".

    >>> import torch
    >>> film = torch.arange(8.0).view(1, 1, 4, 1, 2)                    # four frames of one by two pixels
    >>> tubelets(film, t=2, p=1).tolist()
    [[[0.0, 2.0], [1.0, 3.0], [4.0, 6.0], [5.0, 7.0]]]
    """
    if film.dim() != 5:
        raise ValueError(f"a film is (B, C, T, H, W); this has shape {tuple(film.shape)}")
    B, C, T, H, W = film.shape
    if t < 1 or T % t:
        raise ValueError(f"blocks of {t} frames do not tile a film of {T}: the number must divide it")
    rows, columns = grid(H, W, p)
    frames = patchify(film.transpose(1, 2).reshape(B * T, C, H, W), p)
    split = frames.reshape(B, T // t, t, rows * columns, p * p * C)
    return split.transpose(2, 3).reshape(B, (T // t) * rows * columns, t * p * p * C)
