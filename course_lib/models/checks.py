"""What a model checks before it computes, said in the reader's words."""

from __future__ import annotations

import torch
from torch import Tensor


def check_ids(ids: Tensor, vocab_size: int) -> None:
    """Refuse ids that name no row of the embedding.

    The values are looked at on the CPU only: on a GPU that would wait for all work in flight.

    Args:
        ids: LongTensor, (B, L).
        vocab_size: V; ids run from 0 to V - 1.

    Raises:
        TypeError: the ids are not whole numbers.
        ValueError: the shape is not (B, L) with L >= 1.
        IndexError: an id is negative, or V or more.

    Source: ours.

    >>> check_ids(torch.tensor([[1, 12]]), vocab_size=10)
    Traceback (most recent call last):
    IndexError: id 12 is outside the vocabulary: with 10 entries, ids run from 0 to 9
    """
    if ids.dtype not in (torch.int64, torch.int32):
        raise TypeError(f"ids are whole numbers (torch.long) that choose rows of an embedding; got {ids.dtype}")
    if ids.dim() != 2 or ids.shape[1] == 0:
        raise ValueError(f"ids have shape (B, L) with at least one token, and these have shape {tuple(ids.shape)}")
    if ids.device.type == "cpu" and ids.numel():
        low, high = (int(x) for x in ids.aminmax())
        if low < 0 or high >= vocab_size:
            wrong = low if low < 0 else high
            raise IndexError(f"id {wrong} is outside the vocabulary: with {vocab_size} entries, ids run from 0 to {vocab_size - 1}")


def check_context(start: int, new: int, context: int) -> None:
    """Refuse a sequence longer than the model's positions reach.

    Args:
        start: tokens already in the cache.
        new: tokens that are to follow.
        context: how many positions the model has.

    Raises:
        ValueError: start + new exceeds context.

    Source: ours.

    >>> check_context(6, 3, 8)
    Traceback (most recent call last):
    ValueError: 6 tokens in the cache and 3 new ones make 9, and the model has 8 positions: start a new cache with the last tokens, or use a model with a larger context
    """  # noqa: E501
    if start + new > context:
        tokens = f"{start} tokens in the cache and {new} new ones make {start + new}" if start else f"the sequence has {new} tokens"
        mend = "start a new cache with the last tokens" if start else "shorten it"
        raise ValueError(f"{tokens}, and the model has {context} positions: {mend}, or use a model with a larger context")


def check_heads(d_model: int, num_heads: int) -> None:
    """Refuse a number of heads that does not divide the width.

    Args:
        d_model: D, the model's width.
        num_heads: H.

    Raises:
        ValueError: H does not divide D.

    Source: ours.

    >>> check_heads(10, 4)
    Traceback (most recent call last):
    ValueError: 4 heads cannot share 10 features evenly: the number of heads must divide the width
    """
    if num_heads < 1 or d_model % num_heads:
        raise ValueError(f"{num_heads} heads cannot share {d_model} features evenly: the number of heads must divide the width")
