"""What a model checks before it computes, said in the reader's words."""

from __future__ import annotations

from collections.abc import Sized

import torch
from torch import Tensor

from course_lib.layers.cache import KVCache
from course_lib.text.checks import check_count


def check_ids(ids: Tensor, vocab_size: int) -> None:
    """Refuse ids that name no row of the embedding.

    The values are looked at on the CPU only, and not in compiled code: on a GPU that would wait for all work in flight.

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
    if ids.device.type == "cpu" and ids.numel() and not torch.compiler.is_compiling():
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
    if d_model < 1 or num_heads < 1 or d_model % num_heads:
        raise ValueError(f"{num_heads} heads cannot share {d_model} features evenly: the number of heads must divide the width")


def check_lengths(lengths: Tensor, ids: Tensor) -> None:
    """Refuse lengths that do not say, for each row of ids, how many are real.

    The values are looked at on the CPU only.

    Args:
        lengths: LongTensor, (B,).
        ids: LongTensor, (B, S), padded at the end.

    Raises:
        TypeError: the lengths are not whole numbers.
        ValueError: there is not one for each row, or one is below 1 or above S.

    Source: ours.

    >>> check_lengths(torch.tensor([3, 9]), torch.zeros(2, 4, dtype=torch.long))
    Traceback (most recent call last):
    ValueError: a row has length 9 and the batch is 4 long: a length is from 1 to 4
    """
    if lengths.is_floating_point() or lengths.dtype == torch.bool:
        raise TypeError(f"lengths count tokens, so they must be whole numbers; got {lengths.dtype}")
    if lengths.shape != ids.shape[:1]:
        raise ValueError(f"lengths have shape {tuple(lengths.shape)} and ids {tuple(ids.shape)}: each row needs one length")
    if lengths.device.type == "cpu" and lengths.numel() and not torch.compiler.is_compiling():
        low, high, longest = int(lengths.min()), int(lengths.max()), ids.shape[1]
        if low < 1 or high > longest:
            wrong = low if low < 1 else high
            raise ValueError(f"a row has length {wrong} and the batch is {longest} long: a length is from 1 to {longest}")


def check_sizes(**sizes: int) -> None:
    """Refuse a configuration with a size below 1.

    Args:
        sizes: by the name of the option.

    Raises:
        TypeError: a size is not a whole number.
        ValueError: a size is below 1.

    Source: ours.

    >>> check_sizes(vocab_size=10, num_layers=0)
    Traceback (most recent call last):
    ValueError: num_layers is 0: it must be 1 or more
    """
    for name, size in sizes.items():
        check_count(name, size)


def check_cache(cache: list[KVCache] | None, blocks: Sized) -> int:
    """Refuse a cache that a model did not make, and tell how many tokens it holds.

    Args:
        cache: a `KVCache` for each block, or None.
        blocks: the blocks of the model.

    Returns:
        Tokens in the cache, 0 without one.

    Raises:
        TypeError: the cache is not a list.
        ValueError: there is not one part for each block.

    Source: ours.

    >>> check_cache([], [1, 2])
    Traceback (most recent call last):
    ValueError: the cache has 0 parts and the model 2 blocks: take the cache from the model's new_cache()
    """
    if cache is None:
        return 0
    if not isinstance(cache, list):
        raise TypeError(f"a model's cache is a list with a part for each block, and this is {type(cache).__name__}: call new_cache()")
    if len(cache) != len(blocks):
        raise ValueError(
            f"the cache has {len(cache)} parts and the model {len(blocks)} blocks: take the cache from the model's new_cache()"
        )
    return len(cache[0])
