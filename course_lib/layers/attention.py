"""Scaled dot-product attention, the way the lecture writes it and the way it is run.

Shape suffixes, one letter a dimension:
    B batch   H heads   L query positions   S key positions   d features of a key   e features of a value

A mask is boolean and True means "may attend"; see `masks`.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.layers.checks import leading
from course_lib.layers.masks import causal_mask, combine_masks, mask_like, masked_softmax
from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_share


def softmax(x: Tensor, dim: int = -1) -> Tensor:
    """Turn numbers into positive weights that sum to 1.

    Args:
        x: floating point, any shape; -inf is allowed beside at least one finite number.
        dim: the dimension the weights sum to 1 over.

    Returns:
        `exp(x) / sum exp(x)`, with the shape and dtype of `x`; computed in at least float32.

    Raises:
        TypeError: `x` is not floating point.

    Source: LLM 2, "Queries, Keys, and Values". Subtracting the largest entry leaves the quotient as it is and keeps exp from overflowing.

    >>> softmax(torch.tensor([float("-inf"), 9e3, 9e3])).tolist()
    [0.0, 0.5, 0.5]
    """
    if x.numel() == 0:
        return x.clone()
    wide = x.to(wide_dtype(x))
    exponentials = (wide - wide.amax(dim, keepdim=True).detach()).exp()
    return (exponentials / exponentials.sum(dim, keepdim=True)).to(x.dtype)


def attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Mix the values by how well each query matches each key, and show the weights.

    Written for reading: it builds the whole (L, S) matrix. `fast_attention` gives the same output without it.

    Args:
        q: queries, (..., L, d).
        k: keys, (..., S, d).
        v: values, (..., S, e).
        mask: boolean, broadcastable to (..., L, S); True lets a query see a key. None lets all see all.

    Returns:
        The outputs, (..., L, e), and the weights, (..., L, S), in the dtype of q. A query with no key to see gets zeros in both.

    Raises:
        TypeError: the mask is not boolean, or q, k or v not floating point.
        ValueError: the widths of q and k differ, or the lengths of k and v do, or the batches, or the mask does not fit the scores.

    Source: Vaswani et al. 2017, equation 1; LLM 2, "Queries, Keys, and Values"; DNN 16.2.1.

    >>> out, w = attention(torch.zeros(1, 2), torch.zeros(3, 2), torch.tensor([[0.], [3.], [6.]]))
    >>> out.item(), round(w.sum().item(), 6)
    (3.0, 1.0)
    """
    check_shapes(q, k, v)
    wide = wide_dtype(q, k, v)
    scores_LS = q.to(wide) @ k.to(wide).mT / math.sqrt(q.shape[-1])
    weights_LS = masked_softmax(scores_LS, mask)
    return (weights_LS @ v.to(wide)).to(q.dtype), weights_LS.to(q.dtype)


def fast_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, *, causal: bool = False, dropout: float = 0.0) -> Tensor:
    """Give the output of `attention` without the weights, on PyTorch's fused kernel: what the models call.

    Args:
        q: queries, (..., L, d).
        k: keys, (..., S, d).
        v: values, (..., S, e).
        mask: boolean, broadcastable to (..., L, S); True lets a query see a key.
        causal: also hide later positions, as `causal_mask(L, S)` does; without another mask this is the fastest kernel.
        dropout: the share of weights dropped. It drops whenever it is above 0, so pass 0.0 outside training.

    Returns:
        The outputs, (..., L, e), in the dtype of q; zeros for a query with no key to see.

    Raises:
        TypeError: the mask is not boolean, or q, k or v not floating point.
        ValueError: the widths of q and k differ, or the lengths of k and v do, or the batches, or the mask does not fit the scores; or
            `dropout` is no share.

    Source: Vaswani et al. 2017, equation 1; Dao et al. 2022, "FlashAttention".

    >>> fast_attention(torch.zeros(1, 2), torch.zeros(3, 2), torch.tensor([[0.], [3.], [6.]])).item()
    3.0
    """
    lead = check_shapes(q, k, v)
    if dropout:
        check_share("dropout", dropout)
    L, S = q.shape[-2], k.shape[-2]
    if causal and (mask is not None or L != S):
        # PyTorch's own flag counts from the first key; ours, as decoding needs, from the last, so that a lone query sees every key.
        mask = mask if L == 1 else combine_masks(mask, causal_mask(L, S).to(q.device))
        causal = False
    if not (q.numel() and k.numel() and v.numel()):  # nothing asks, or nothing can be read: kernels differ on what that gives
        return attention(q, k, v, mask)[0]
    q, k, v = _four_dimensional(q, k, v, lead)
    if mask is None:
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal, dropout_p=dropout).reshape(*lead, L, v.shape[-1])
    mask_like(mask, q.new_empty(()).expand(*lead, L, S))
    mask = mask.reshape((1,) * (len(lead) + 2 - mask.dim()) + mask.shape)  # the fused kernels want the mask's four dimensions too
    if len(lead) != 2:
        mask = mask.expand(*lead, *mask.shape[-2:]).reshape(-1, 1, *mask.shape[-2:])
    nothing = ~mask.any(-1, keepdim=True)
    # Kernels differ on a row without keys (0, the mean, NaN). Let such a row see everything, then empty it: the same on all, gradients too.
    output = F.scaled_dot_product_attention(q, k, v, attn_mask=(mask | nothing).expand(*mask.shape[:-2], L, S), dropout_p=dropout)
    # On the CPU a look at the mask saves a copy of the output; on a GPU it would wait for all work in flight.
    if output.device.type != "cpu" or nothing.any():
        output = output.masked_fill(nothing, 0.0)
    return output.reshape(*lead, L, v.shape[-1])


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """Cut each feature vector into equal pieces, one a head.

    Args:
        x: (..., L, D).
        num_heads: H, which must divide D.

    Returns:
        (..., H, L, D/H); head h holds features h*D/H to (h+1)*D/H - 1.

    Raises:
        ValueError: H does not divide D.

    Source: Vaswani et al. 2017, section 3.2.2; DNN 16.2.5.

    >>> split_heads(torch.arange(4).view(1, 4), 2).tolist()
    [[[0, 1]], [[2, 3]]]
    """
    if x.dim() < 2:
        raise ValueError(f"x has shape {tuple(x.shape)}: expected positions and features, (..., length, width)")
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError(f"{num_heads} heads cannot share {x.shape[-1]} features evenly: the number of heads must divide the width")
    return x.unflatten(-1, (num_heads, -1)).transpose(-3, -2)


def merge_heads(x: Tensor) -> Tensor:
    """Put the heads' pieces back side by side: the inverse of `split_heads`.

    Args:
        x: (..., H, L, d).

    Returns:
        (..., L, H*d), the heads in order.

    Raises:
        ValueError: there are fewer than three dimensions.

    Source: Vaswani et al. 2017, section 3.2.2.

    >>> merge_heads(torch.tensor([[[0, 1]], [[2, 3]]])).tolist()
    [[0, 1, 2, 3]]
    """
    if x.dim() < 3:
        raise ValueError(f"x has shape {tuple(x.shape)}: expected heads, positions and features, (..., heads, length, width)")
    return x.transpose(-3, -2).flatten(-2)


def check_shapes(q: Tensor, k: Tensor, v: Tensor) -> torch.Size:
    """Check that queries can be compared with keys, and that each key has a value.

    Args:
        q: (..., L, d).
        k: (..., S, d).
        v: (..., S, e).

    Returns:
        The leading dimensions of the three, broadcast together.

    Raises:
        TypeError: one does not hold floating-point numbers.
        ValueError: they do not fit, in the reader's words.

    Source: ours.

    >>> check_shapes(torch.zeros(1, 2), torch.zeros(3, 4), torch.zeros(3, 4))
    Traceback (most recent call last):
    ValueError: a query has 2 features and a key 4: they must match to be compared
    """
    for name, x in (("q", q), ("k", k), ("v", v)):
        if x.dim() < 2:
            raise ValueError(f"{name} has shape {tuple(x.shape)}: expected positions and features, (..., length, width)")
        if not x.is_floating_point():
            raise TypeError(f"{name} holds {x.dtype}: expected floating-point numbers, convert with .float() first")
    if q.shape[-1] == 0:
        raise ValueError("queries and keys have no features: there is nothing to compare them by")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"a query has {q.shape[-1]} features and a key {k.shape[-1]}: they must match to be compared")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{k.shape[-2]} keys but {v.shape[-2]} values: each key needs one value")
    lead = q.shape[:-2]
    return lead if lead == k.shape[:-2] == v.shape[:-2] else leading(q=q, k=k, v=v)


def _four_dimensional(q: Tensor, k: Tensor, v: Tensor, lead: torch.Size) -> tuple[Tensor, Tensor, Tensor]:
    """Bring q, k and v to one dtype and the (B, H, length, width) the fused kernels know."""
    k, v = k.to(q.dtype), v.to(q.dtype)
    if not q.shape[:-2] == k.shape[:-2] == v.shape[:-2] == lead:
        q, k, v = (x.expand(*lead, *x.shape[-2:]) for x in (q, k, v))
    if len(lead) != 2:
        q, k, v = (x.reshape(-1, 1, *x.shape[-2:]) for x in (q, k, v))
    return q, k, v
