"""Attention, for problem sets that build on it. It runs on PyTorch's fused kernel, which an answer may not call."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


def attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Attend from `q` (..., L, d) to `k` (..., S, d) and `v` (..., S, e).

    Args:
        q: queries.
        k: keys.
        v: values.
        mask: True = may attend; broadcastable to (..., L, S).

    Returns:
        The output (..., L, e) and the weights (..., L, S); a query without a legal key gets zeros.
    """
    return fused(q, k, v, mask), fused(q, k, torch.eye(k.shape[-2], dtype=v.dtype, device=v.device), mask)


def fused(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, scale: float | None = None) -> Tensor:
    """Call the kernel on tensors with the same leading dimensions."""
    lead = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    same = [x.expand(*lead, *x.shape[-2:]).reshape(1, -1, *x.shape[-2:]) for x in (q, k, v)]
    if mask is not None:
        mask = mask.expand(*lead, q.shape[-2], k.shape[-2]).reshape(1, -1, q.shape[-2], k.shape[-2])
    with sdpa_kernel(SDPBackend.MATH):
        out = F.scaled_dot_product_attention(*same, attn_mask=mask, scale=scale)
    return out.reshape(*lead, q.shape[-2], v.shape[-1])
