"""How wide the arithmetic is inside a layer: never narrower than float32.

Half types have 8 (bfloat16) or 11 (float16) significant bits. Storing activations in them is fine; summing exponentials or squares in them
is not, and float16 overflows at 65504. So a layer raises its inputs here, computes, and casts the result back. float64 stays float64.
"""

from __future__ import annotations

import torch
from torch import Tensor


def wide_dtype(*tensors: Tensor) -> torch.dtype:
    """Name the dtype to compute in: the widest of the tensors' dtypes, and at least float32.

    Args:
        tensors: floating-point tensors of any shape.

    Returns:
        `torch.float32` or `torch.float64`.

    Raises:
        TypeError: a tensor does not hold floating-point numbers.

    Source: DNN 16.2.1 (softmax of scaled scores); Micikevicius et al. 2018, "Mixed Precision Training", section 3.

    >>> wide_dtype(torch.zeros(2, dtype=torch.bfloat16))
    torch.float32
    """
    dtype = torch.float32
    for tensor in tensors:
        if not tensor.is_floating_point():
            raise TypeError(f"expected floating-point numbers, got {tensor.dtype}: convert with .float() first")
        dtype = torch.promote_types(dtype, tensor.dtype)
    return dtype
