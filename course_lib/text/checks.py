"""What a public function checks about numbers and ids before it computes, said in the reader's words."""

from __future__ import annotations

import torch
from torch import Tensor


def check_count(name: str, value: int, least: int = 1) -> None:
    """Refuse a size that is not a whole number, or is too small.

    Args:
        name: what the caller calls it.
        value: the size given.
        least: the smallest that makes sense.

    Raises:
        TypeError: the value is not a whole number.
        ValueError: it is below the least.

    Source: ours.

    >>> check_count("num_layers", 0)
    Traceback (most recent call last):
    ValueError: num_layers is 0: it must be 1 or more
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is {value!r}: it counts something, so it must be a whole number")
    if value < least:
        raise ValueError(f"{name} is {value}: it must be {least} or more")


def check_share(name: str, value: float) -> None:
    """Refuse a share that is not between 0 and 1.

    Args:
        name: what the caller calls it.
        value: the share given.

    Raises:
        ValueError: it is below 0 or above 1, or not a number.

    Source: ours.

    >>> check_share("dropout", 1.5)
    Traceback (most recent call last):
    ValueError: dropout is 1.5: a share lies between 0 and 1
    """
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {value}: a share lies between 0 and 1")


def check_rows(name: str, ids: Tensor, rows: int) -> None:
    """Refuse ids that name no row of a table.

    The values are looked at on the CPU only, and not in compiled code: on a GPU that would wait for all work in flight.

    Args:
        name: what the caller calls one of them.
        ids: LongTensor, any shape.
        rows: how many rows the table has; ids run from 0 to rows - 1.

    Raises:
        TypeError: the ids are not whole numbers.
        IndexError: an id is negative, or as large as `rows`.

    Source: ours.

    >>> check_rows("tag", torch.tensor([1, 7]), 5)
    Traceback (most recent call last):
    IndexError: tag 7 is out of range: there are 5, from 0 to 4
    """
    if ids.is_floating_point() or ids.is_complex() or ids.dtype == torch.bool:
        raise TypeError(f"a {name} is a whole number (torch.long); got {ids.dtype}")
    if ids.device.type == "cpu" and ids.numel() and not torch.compiler.is_compiling():
        low, high = (int(x) for x in ids.aminmax())
        if low < 0 or high >= rows:
            raise IndexError(f"{name} {low if low < 0 else high} is out of range: there are {rows}, from 0 to {rows - 1}")
