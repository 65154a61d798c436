"""Which keys a query may attend to.

A mask is boolean and True means "may attend", here and everywhere in the library. `nn.MultiheadAttention` means the opposite.
Letters: B batch, L queries, S keys.
"""

from __future__ import annotations

import torch
from torch import Tensor

from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_count


def causal_mask(query_len: int, key_len: int | None = None) -> Tensor:
    """Let each position see itself and what came before it.

    Args:
        query_len: L, how many queries.
        key_len: S, how many keys; None means as many as queries. With S > L the queries are the last L positions, as in cached decoding.

    Returns:
        Boolean, (L, S), on the CPU; query i sees key j when j <= i + S - L.

    Raises:
        ValueError: fewer keys than queries, or a negative number of them.

    Source: Vaswani et al. 2017, section 3.2.3; DNN 16.4.1.

    >>> causal_mask(2, 4).int().tolist()
    [[1, 1, 1, 0], [1, 1, 1, 1]]
    """
    check_count("query_len", query_len, 0)
    key_len = query_len if key_len is None else key_len
    if key_len < query_len:
        raise ValueError(
            f"{query_len} queries but only {key_len} keys: each causal query stands at a key position, so at least as many keys are needed"
        )
    return torch.ones(query_len, key_len, dtype=torch.bool).tril(diagonal=key_len - query_len)


def padding_mask(lengths: Tensor, max_len: int | None = None) -> Tensor:
    """Mark the real tokens of a padded batch.

    Args:
        lengths: LongTensor (B,), the number of real tokens of each sequence.
        max_len: S, the padded length; None means the longest of the batch.

    Returns:
        Boolean, (B, S), on the device of `lengths`; True on real tokens.

    Raises:
        TypeError: `lengths` is not a tensor of whole numbers.
        ValueError: there is no sequence and no `max_len`, or `max_len` is negative.

    Source: LLM 2, "Attention as Matrix Computation"; DNN 16.6.4.

    >>> padding_mask(torch.tensor([1, 3])).int().tolist()
    [[1, 0, 0], [1, 1, 1]]
    """
    if not isinstance(lengths, Tensor) or lengths.is_floating_point() or lengths.dtype == torch.bool:
        given = lengths.dtype if isinstance(lengths, Tensor) else type(lengths).__name__
        raise TypeError(f"lengths count tokens, so they must be a tensor of whole numbers; got {given}")
    if max_len is None:
        max_len = _longest(lengths)
    check_count("max_len", max_len, 0)
    return torch.arange(max_len, device=lengths.device) < lengths[..., None]


def combine_masks(*masks: Tensor | None) -> Tensor | None:
    """Allow only what every mask allows.

    Args:
        masks: boolean tensors that broadcast together; None is no restriction.

    Returns:
        The logical and, in the broadcast shape; None when there is no restriction at all.

    Raises:
        TypeError: a mask is not boolean.
        ValueError: the masks do not broadcast together.

    Source: DNN 16.4.1 and 16.6.4.

    >>> real = padding_mask(torch.tensor([1, 2]))
    >>> combine_masks(None, causal_mask(2), real[:, None, :]).int().tolist()
    [[[1, 0], [1, 0]], [[1, 0], [1, 1]]]
    """
    combined: Tensor | None = None
    for mask in masks:
        if mask is None:
            continue
        check_boolean(mask)
        if combined is None:
            combined = mask
            continue
        try:
            combined = combined & mask
        except RuntimeError as error:
            if combined.device != mask.device:
                raise
            raise ValueError(f"masks of shapes {tuple(combined.shape)} and {tuple(mask.shape)} do not broadcast together") from error
    return combined


def to_additive(mask: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """Write a mask as the matrix M that the lecture adds to the scores.

    Args:
        mask: boolean, any shape.
        dtype: floating dtype of the result; use that of the scores it is added to.

    Returns:
        0 where a query may attend and -inf where not, in the shape and on the device of `mask`.

    Raises:
        TypeError: the mask is not boolean, or the dtype not floating point.

    Source: DNN 16.4.1. A large negative number instead of -inf can be beaten by a large score, and -1e9 does not exist in float16.

    >>> to_additive(causal_mask(2)).tolist()
    [[0.0, -inf], [0.0, 0.0]]
    """
    check_boolean(mask)
    if not dtype.is_floating_point:
        raise TypeError(f"-inf exists in floating point only, and the dtype asked for is {dtype}")
    return torch.zeros(mask.shape, dtype=dtype, device=mask.device).masked_fill(~mask, float("-inf"))


def masked_softmax(scores: Tensor, mask: Tensor | None, dim: int = -1) -> Tensor:
    """Turn scores into weights that sum to 1 over the allowed entries.

    Args:
        scores: floating point, any shape.
        mask: boolean, broadcastable to `scores`; None allows everything.
        dim: the dimension the weights sum to 1 over.

    Returns:
        The weights, with the shape and dtype of `scores`; computed in at least float32. What is masked is exactly 0,
        and a slice with nothing allowed is all 0, with zero gradients.

    Raises:
        TypeError: the scores are not floating point or the mask is not boolean.
        ValueError: the mask does not broadcast to the scores, or lies on another device.

    Source: Vaswani et al. 2017, section 3.2.3; DNN 16.4.1.

    >>> scores = torch.tensor([1.0, 2.0, 5.0]).log()
    >>> masked_softmax(scores, torch.tensor([True, True, False])).mul(3).tolist()
    [1.0, 2.0, 0.0]
    """
    wide = scores.to(wide_dtype(scores))
    if mask is None:
        return wide.softmax(dim).to(scores.dtype)
    mask_like(mask, scores)
    hidden = ~mask.reshape((1,) * (scores.dim() - mask.dim()) + mask.shape)  # small where the mask is the same for all heads
    nothing = hidden.all(dim, keepdim=True)
    # A slice of -inf would be 0/0: hidden at both ends, but a NaN on the way through backward, where `detect_anomaly` stops. Zeros instead.
    legal = wide.masked_fill(hidden, float("-inf")).masked_fill_(nothing, 0.0)
    return legal.softmax(dim).masked_fill(hidden, 0.0).to(scores.dtype)


def attention_mask(lengths: Tensor, query_len: int, causal: bool) -> Tensor:
    """Build the mask of a padded batch, ready for attention with heads.

    Args:
        lengths: LongTensor (B,), the number of real tokens of each sequence.
        query_len: L, how many queries each sequence has.
        causal: hide later positions too.

    Returns:
        Boolean, (B, 1, L, S), on the device of `lengths`, S the larger of L and the longest length. Padding is hidden as a key only:
        a padded query still gets weights, which nobody reads.

    Raises:
        TypeError: `lengths` is not a tensor of whole numbers.
        ValueError: there is no sequence.

    Source: LLM 2, "Attention as Matrix Computation"; DNN 16.4.1.

    >>> attention_mask(torch.tensor([1, 2]), 2, causal=True)[:, 0].int().tolist()
    [[[1, 0], [1, 0]], [[1, 0], [1, 1]]]
    """
    key_len = max(query_len, _longest(lengths))
    real_BS = padding_mask(lengths, key_len)
    if causal:
        allowed_LS = causal_mask(query_len, key_len).to(lengths.device)
    else:
        allowed_LS = torch.ones(query_len, key_len, dtype=torch.bool, device=lengths.device)
    return real_BS[:, None, None, :] & allowed_LS


def check_boolean(mask: Tensor) -> None:
    """Refuse a mask that is not boolean: 0/-inf and 0/1 masks mean different things to different libraries.

    Args:
        mask: the mask a caller gave.

    Raises:
        TypeError: it is not boolean.

    Source: ours.

    >>> check_boolean(causal_mask(2))
    >>> check_boolean(torch.zeros(2, 2))
    Traceback (most recent call last):
    TypeError: a mask is boolean and True means "may attend"; got torch.float32. For an additive 0/-inf mask pass `mask == 0`
    """
    if mask.dtype != torch.bool:
        hint = "For an additive 0/-inf mask pass `mask == 0`" if mask.is_floating_point() else "For a 0/1 mask pass `mask.bool()`"
        raise TypeError(f'a mask is boolean and True means "may attend"; got {mask.dtype}. {hint}')


def mask_like(mask: Tensor, scores: Tensor) -> Tensor:
    """Check a mask against the scores it is for, and broadcast it to their shape.

    Args:
        mask: boolean, broadcastable to `scores`.
        scores: any shape.

    Returns:
        A view of the mask in the shape of `scores`.

    Raises:
        TypeError: the mask is not boolean.
        ValueError: it does not broadcast to the scores, or lies on another device.

    Source: ours.

    >>> mask_like(causal_mask(2), torch.zeros(5, 2, 2)).shape
    torch.Size([5, 2, 2])
    """
    check_boolean(mask)
    if mask.device != scores.device:
        raise ValueError(f"the mask is on {mask.device} and the scores on {scores.device}: move it with mask.to('{scores.device}')")
    try:
        return mask.broadcast_to(scores.shape)
    except RuntimeError as error:
        raise ValueError(
            f"a mask of shape {tuple(mask.shape)} does not broadcast to scores of shape {tuple(scores.shape)}: "
            "its last two dimensions are queries and keys, each either equal or 1"
        ) from error


def _longest(lengths: Tensor) -> int:
    if lengths.numel() == 0:
        raise ValueError("there is no sequence in the batch, so none is the longest")
    return int(lengths.max())
