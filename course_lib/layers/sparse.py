"""Masks that let each position see a few others, so that long texts become affordable.

All are boolean, (n, n), on the CPU; True means "may attend".
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor


def sliding_window_mask(n: int, k: int) -> Tensor:
    """Let each position see k neighbours on either side and itself.

    Args:
        n: length.
        k: reach; |i - j| <= k.

    Returns:
        Boolean, (n, n).

    Source: Beltagy et al. 2020 (Longformer); DNN 16.11.

    >>> sliding_window_mask(3, 1).int().tolist()
    [[1, 1, 0], [1, 1, 1], [0, 1, 1]]
    """
    return _offsets(n).abs() <= k


def dilated_window_mask(n: int, k: int, dilation: int) -> Tensor:
    """Let each position see k positions on either side at a regular step, and itself.

    Args:
        n: length.
        k: how many on either side.
        dilation: the step between them.

    Returns:
        Boolean, (n, n); j is seen from i when j - i is a multiple of the step, at most k steps away.

    Raises:
        ValueError: the step is below 1.

    Source: Beltagy et al. 2020; DNN 16.11.

    >>> dilated_window_mask(5, 1, dilation=2)[2].int().tolist()
    [1, 0, 1, 0, 1]
    """
    if dilation < 1:
        raise ValueError(f"the step between positions is at least 1, not {dilation}")
    offsets = _offsets(n)
    return (offsets % dilation == 0) & (offsets.abs() <= k * dilation)


def global_local_mask(n: int, k: int, global_ids: Iterable[int]) -> Tensor:
    """Add to a sliding window a few positions that see all and are seen by all.

    Args:
        n: length.
        k: reach of the window.
        global_ids: the global positions.

    Returns:
        Boolean, (n, n).

    Raises:
        IndexError: a position is outside the text.

    Source: Beltagy et al. 2020; Zaheer et al. 2020 (BigBird); DNN 16.11.

    >>> global_local_mask(4, 0, [0]).int().tolist()
    [[1, 1, 1, 1], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]
    """
    mask = sliding_window_mask(n, k)
    for i in global_ids:
        if not 0 <= i < n:
            raise IndexError(f"global position {i} is outside a text of {n} positions")
        mask[i, :] = True
        mask[:, i] = True
    return mask


def random_sparse_mask(n: int, keys_per_query: int, generator: torch.Generator | None = None) -> Tensor:
    """Let each position see itself and a few others drawn at random, each row for itself.

    Args:
        n: length.
        keys_per_query: how many others; all of them when there are not that many.
        generator: where the draws come from; None is the default generator.

    Returns:
        Boolean, (n, n).

    Source: Zaheer et al. 2020; DNN 16.11.

    >>> random_sparse_mask(5, 2).sum(1).tolist()
    [3, 3, 3, 3, 3]
    """
    device = "cpu" if generator is None else generator.device
    lottery = torch.rand(n, n, generator=generator, device=device).cpu()
    lottery.fill_diagonal_(2.0)  # above every draw: each position always wins its own
    winners = lottery.topk(min(max(keys_per_query, 0) + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter_(1, winners, True)


def attended_pairs(mask: Tensor) -> int:
    """Count the pairs a mask allows: what attention with it would cost at best.

    Args:
        mask: boolean, any shape.

    Returns:
        The number of True.

    Source: DNN 16.11.

    >>> attended_pairs(sliding_window_mask(1000, 2))
    4994
    """
    return int(mask.sum())


def _offsets(n: int) -> Tensor:
    places = torch.arange(n)
    return places - places[:, None]
