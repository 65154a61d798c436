"""Masks, for problem sets that build on them. All of it runs on PyTorch's fused attention kernel, which an answer may not call."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.attention.bias import causal_lower_right

from course_lib.layers.attention import fused


def causal_mask(query_len: int, key_len: int | None = None) -> Tensor:
    """Say which keys a query may see when the queries are the last positions: bool (L, S), True = may attend.

    Raises:
        ValueError: there are fewer keys than queries.
    """
    key_len = query_len if key_len is None else key_len
    if key_len < query_len:
        raise ValueError(f"{query_len} queries cannot be the last of {key_len} positions")
    if query_len == 0:
        return torch.zeros(0, key_len, dtype=torch.bool)
    same = torch.zeros(1, 1, query_len, 1), torch.zeros(1, 1, key_len, 1), torch.eye(key_len)[None, None]
    with torch.no_grad():
        return F.scaled_dot_product_attention(*same, attn_mask=causal_lower_right(query_len, key_len)._materialize("cpu"))[0, 0] > 0


def masked_softmax(scores: Tensor, mask: Tensor | None, dim: int = -1) -> Tensor:
    """Softmax over the places where the mask is True; the others, and a slice without any, are 0."""
    moved = scores.movedim(dim, -1)
    legal = None if mask is None else mask.expand(scores.shape).movedim(dim, -1).reshape(1, -1, scores.shape[dim])
    rows = moved.reshape(1, -1, moved.shape[-1])
    eye = torch.eye(moved.shape[-1], dtype=scores.dtype, device=scores.device)
    return fused(rows, eye[None], eye[None], legal, scale=1.0).reshape(moved.shape).movedim(-1, dim)
