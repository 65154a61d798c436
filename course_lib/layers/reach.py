"""What a mask means for a stack of layers: a position also learns, at second hand, what those it sees have seen."""

from __future__ import annotations

import torch
from torch import Tensor

from course_lib.layers.masks import check_boolean


def reachable(mask: Tensor, depth: int) -> Tensor:
    """Say which inputs can influence which outputs after several layers with one mask.

    Args:
        mask: boolean, (..., n, n); True lets a query see a key.
        depth: layers. Each has a residual path, so a position always keeps what it has.

    Returns:
        Boolean, (..., n, n); row i is True at each j whose input can change output i.

    Raises:
        TypeError: the mask is not boolean.
        ValueError: it is not square, or the depth is negative.

    Source: ours; the powers of the mask as a matrix. LLM 2, "Attention as Matrix Computation"; DNN 16.11.2.

    >>> window = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]]).bool()
    >>> reachable(window, 2).int().tolist()
    [[1, 1, 1, 0], [1, 1, 1, 1], [1, 1, 1, 1], [0, 1, 1, 1]]
    """
    check_boolean(mask)
    if mask.dim() < 2 or mask.shape[-1] != mask.shape[-2]:
        raise ValueError(f"positions see positions of the same sequence, so the mask is square; got {tuple(mask.shape)}")
    if depth < 0:
        raise ValueError(f"depth is {depth}: a stack has 0 layers or more")
    itself = torch.eye(mask.shape[-1], dtype=torch.float32, device=mask.device)
    step = (mask | itself.bool()).to(torch.float32)
    seen = itself.expand(mask.shape)
    for _ in range(depth):
        seen = (step @ seen > 0).to(torch.float32)
    return seen.bool()
