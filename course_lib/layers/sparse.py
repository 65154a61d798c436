"""Masks that let each position see a few others, so that long texts become affordable.

All are boolean, (n, n), on the CPU; True means "may attend".
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

from course_lib.layers.masks import check_boolean
from course_lib.text.checks import check_count


def sliding_window_mask(n: int, k: int) -> Tensor:
    """Let each position see k neighbours on either side and itself.

    Args:
        n: length.
        k: reach; |i - j| <= k.

    Returns:
        Boolean, (n, n).

    Raises:
        ValueError: the length or the reach is negative.

    Source: Beltagy et al. 2020 (Longformer); DNN 16.11.

    >>> sliding_window_mask(3, 1).int().tolist()
    [[1, 1, 0], [1, 1, 1], [0, 1, 1]]
    """
    check_count("n", n, 0)
    check_count("k", k, 0)
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
        ValueError: the step is below 1, or the length or the reach negative.

    Source: Beltagy et al. 2020; DNN 16.11.

    >>> dilated_window_mask(5, 1, dilation=2)[2].int().tolist()
    [1, 0, 1, 0, 1]
    """
    if dilation < 1:
        raise ValueError(f"the step between positions is at least 1, not {dilation}")
    check_count("n", n, 0)
    check_count("k", k, 0)
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

    Raises:
        ValueError: the length or the number of others is negative.

    Source: Zaheer et al. 2020; DNN 16.11.

    >>> random_sparse_mask(5, 2).sum(1).tolist()
    [3, 3, 3, 3, 3]
    """
    check_count("n", n, 0)
    check_count("keys_per_query", keys_per_query, 0)
    device = "cpu" if generator is None else generator.device
    lottery = torch.rand(n, n, generator=generator, device=device).cpu()
    lottery.fill_diagonal_(2.0)  # above every draw: each position always wins its own
    winners = lottery.topk(min(keys_per_query + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter_(1, winners, True)


def attended_pairs(mask: Tensor) -> int:
    """Count the pairs a mask allows: what attention with it would cost at best.

    Args:
        mask: boolean, any shape.

    Returns:
        The number of True.

    Raises:
        TypeError: the mask is not boolean.

    Source: DNN 16.11.

    >>> attended_pairs(sliding_window_mask(1000, 2))
    4994
    """
    check_boolean(mask)
    return int(mask.sum())


def _offsets(n: int) -> Tensor:
    places = torch.arange(n)
    return places - places[:, None]
