"""Window attention on a GPU, by PyTorch's FlexAttention: blocks outside the window are skipped by the kernel, and nothing is copied.

`chunked.window_attention` calls this on CUDA. It is the same function as there, and equal to it (tested on the CPU, where it is slow:
FlexAttention is not compiled there and looks at every pair).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_block_mask, flex_attention


def flex_window_attention(q: Tensor, k: Tensor, v: Tensor, reach: int, *, causal: bool = False) -> Tensor:
    """Give the output of `attention` with `sliding_window_mask(n, reach)`, by FlexAttention.

    Args:
        q: queries, (..., n, d).
        k: keys, (..., n, d).
        v: values, (..., n, e).
        reach: a query sees the keys at most so far away, and itself.
        causal: hide the later ones of these.

    Returns:
        (..., n, e) in the dtype of q.

    Source: Dong et al. 2024, "Flex Attention: A Programming Model for Generating Optimized Attention Kernels"; DNN 16.11.1.

    >>> values = torch.tensor([[1.0], [2.0], [6.0], [4.0]])
    >>> flex_window_attention(torch.zeros(4, 1), torch.zeros(4, 1), values, reach=1).flatten().tolist()
    [1.5, 3.0, 4.0, 5.0]
    """
    n = q.shape[-2]
    lead = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    flat = (x.expand(*lead, *x.shape[-2:]).reshape(-1, 1, *x.shape[-2:]) for x in (q, k, v))
    mask = _block_mask(n, reach, causal, str(q.device))
    return _kernel(q.is_cuda)(*flat, block_mask=mask).reshape(*lead, n, v.shape[-1])


@lru_cache(maxsize=16)
def _block_mask(n: int, reach: int, causal: bool, device: str) -> BlockMask:
    def near(batch: Tensor, head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        inside = (query - key).abs() <= reach
        return inside & (key <= query) if causal else inside

    return create_block_mask(near, None, None, n, n, device=device)


@lru_cache(maxsize=2)
def _kernel(compiled: bool) -> Callable[..., Any]:
    kernel: Any = torch.compile(flex_attention) if compiled else flex_attention
    return kernel
