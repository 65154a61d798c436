"""Exact attention without the (L, S) matrix, and attention in a window at a cost linear in the length.

Both give what `attention` gives. The first reads the keys in pieces and corrects the softmax as it goes: without gradients, memory grows
with L instead of L * S; time stays L * S. The second never looks at a pair outside the window.
Shape suffixes: L queries, S keys, d features of a key, e features of a value, n length, c length of a piece.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.layers.attention import check_shapes, fast_attention
from course_lib.layers.masks import mask_like
from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_count


def chunked_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, *, piece: int = 1024) -> Tensor:
    """Give the output of `attention`, reading a piece of the keys at a time.

    Args:
        q: queries, (..., L, d).
        k: keys, (..., S, d).
        v: values, (..., S, e).
        mask: boolean, broadcastable to (..., L, S); True lets a query see a key.
        piece: keys read at once; memory grows with L * piece.

    Returns:
        (..., L, e) in the dtype of q, exact up to rounding; zeros for a query with no key to see.

    Raises:
        TypeError: the mask is not boolean.
        ValueError: the shapes do not fit, or the piece is below 1.

    Source: Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al. 2022, algorithm 1; DNN 16.11.2.

    >>> chunked_attention(torch.zeros(1, 2), torch.zeros(3, 2), torch.tensor([[0.], [3.], [6.]]), piece=2).item()
    3.0
    """
    lead = check_shapes(q, k, v)
    if piece < 1:
        raise ValueError(f"a piece holds at least one key, not {piece}")
    L, S = q.shape[-2], k.shape[-2]
    if mask is not None:
        mask = mask_like(mask, q.new_empty(()).expand(*lead, L, S))
    wide = wide_dtype(q, k, v)
    queries = q.to(wide) / math.sqrt(q.shape[-1])
    highest = queries.new_full((*lead, L, 1), float("-inf"))  # the largest score so far: what the exponentials are relative to
    total = queries.new_zeros(*lead, L, 1)
    mixed = queries.new_zeros(*lead, L, v.shape[-1])
    for start in range(0, S, piece):
        part = slice(start, start + piece)
        scores_Lc = queries @ k[..., part, :].to(wide).mT
        if mask is not None:
            scores_Lc = scores_Lc.masked_fill(~mask[..., part], float("-inf"))
        new_highest = torch.maximum(highest, scores_Lc.detach().amax(-1, keepdim=True))
        base = new_highest.masked_fill(new_highest.isinf(), 0.0)  # no key seen yet: -inf - -inf would be NaN
        exponentials_Lc = (scores_Lc - base).exp()
        shrink = (highest - base).exp()  # earlier pieces were relative to a smaller number
        total = total * shrink + exponentials_Lc.sum(-1, keepdim=True)
        mixed = mixed * shrink + exponentials_Lc @ v[..., part, :].to(wide)
        highest = new_highest
    return (mixed / total.masked_fill(total == 0, 1.0)).to(q.dtype)


def window_attention(q: Tensor, k: Tensor, v: Tensor, reach: int, *, causal: bool = False) -> Tensor:
    """Give the output of `attention` with `sliding_window_mask(n, reach)`, in time and memory linear in n.

    Queries are cut into blocks as long as the reach (at least 64); each block meets its own keys and those within reach on either side.

    Args:
        q: queries, (..., n, d).
        k: keys, (..., n, d).
        v: values, (..., n, e).
        reach: a query sees the keys at most so far away, and itself.
        causal: hide the later ones of these.

    Returns:
        (..., n, e) in the dtype of q.

    Raises:
        TypeError: the reach is not a whole number.
        ValueError: the shapes do not fit, q and k differ in length, or the reach is negative.

    Source: Beltagy et al. 2020, section 3.1; DNN 16.11.1.

    >>> values = torch.tensor([[1.0], [2.0], [6.0], [4.0]])
    >>> window_attention(torch.zeros(4, 1), torch.zeros(4, 1), values, reach=1).flatten().tolist()
    [1.5, 3.0, 4.0, 5.0]
    """
    lead = check_shapes(q, k, v)
    n = q.shape[-2]
    if k.shape[-2] != n:
        raise ValueError(f"{n} queries but {k.shape[-2]} keys: a window joins positions of one sequence")
    check_count("reach", reach, 0)
    if not (q.numel() and v.numel()):
        return v.new_zeros(*lead, n, v.shape[-1]).to(q.dtype)
    if q.is_cuda:
        from course_lib.layers.flex import flex_window_attention  # brings in the compiler, which the CPU does not need

        return flex_window_attention(q, k, v, reach, causal=causal)
    block = max(reach, 64)
    blocks = -(-n // block)
    spare = blocks * block - n
    q_blocks = F.pad(q.expand(*lead, n, -1), (0, 0, 0, spare)).reshape(-1, blocks, block, q.shape[-1])
    k_blocks, v_blocks = (
        F.pad(x.expand(*lead, n, -1), (0, 0, reach, spare + reach)).reshape(-1, n + spare + 2 * reach, x.shape[-1])
        .unfold(1, block + 2 * reach, block)
        .mT
        for x in (k, v)
    )  # fmt: skip
    query_at = torch.arange(blocks * block, device=q.device).view(blocks, block, 1)
    key_at = torch.arange(blocks, device=q.device)[:, None, None] * block + torch.arange(-reach, block + reach, device=q.device)
    near = ((query_at - key_at).abs() <= reach) & (key_at >= 0) & (key_at < n)
    if causal:
        near = near & (key_at <= query_at)
    return fast_attention(q_blocks, k_blocks, v_blocks, near).reshape(*lead, blocks * block, -1)[..., :n, :]
