"""How a model that sees a set learns that it is a sequence.

Letters: L positions, D model width, d head width.
"""

from __future__ import annotations

import torch
from torch import Tensor

from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_count


def sinusoidal_positions(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """Write each position as waves of growing length, a sine and a cosine of each.

    Args:
        length: how many positions, from 0.
        d_model: D, the width; odd widths end on a sine.
        base: the longest wave is about 2 pi times this many positions.

    Returns:
        float32, (length, D), on the CPU; feature 2i is sin(pos / base^(2i/D)), feature 2i + 1 the cosine of the same angle.

    Raises:
        ValueError: the length is negative, the width below 1, or the base not above 0.

    Source: Vaswani et al. 2017, section 3.5; DNN 16.2.2.

    >>> sinusoidal_positions(2, 4).round(decimals=3).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.8410000205039978, 0.5400000214576721, 0.009999999776482582, 1.0]]
    """
    check_count("length", length, 0)
    check_count("d_model", d_model)
    if not base > 0:
        raise ValueError(f"base is {base}: the longest wave is about that long, so it must be above 0")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position / base ** (even / d_model)
    table = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)
    return table[:, :d_model].to(torch.float32)


def rotary(x: Tensor, positions: Tensor, base: float = 10000.0) -> Tensor:
    """Turn each pair of neighbouring features by an angle that grows with the position.

    A query turned by m and a key turned by n have a dot product that depends on m - n alone. Features are paired (0, 1), (2, 3), ... as in
    the paper; `transformers` pairs feature i with i + d/2, which is the same after a fixed reordering.

    Args:
        x: queries or keys, (..., L, d), d even.
        positions: broadcastable to (..., L); with a cache these are the absolute positions.
        base: sets the slowest rotation.

    Returns:
        (..., L, d) in the dtype of `x`. Angles and products are at least float32: bfloat16 cannot tell position 256 from 257.

    Raises:
        TypeError: `x` is not floating point.
        ValueError: d is odd, or the positions do not fit.

    Source: Su et al. 2021, equation 15; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> rotary(torch.tensor([[1.0, 0.0]]), torch.tensor([torch.pi / 3])).round(decimals=2).mul(100).int().tolist()
    [[50, 87]]
    """
    width = x.shape[-1]
    if width % 2:
        raise ValueError(f"rotary positions turn pairs of features, and {width} features do not pair up: use an even head width")
    wide = wide_dtype(x)
    if x.dim() < 2 or (positions.dim() and positions.shape[-1] not in (1, x.shape[-2])):
        raise ValueError(
            f"x has shape {tuple(x.shape)} and positions {tuple(positions.shape)}: each token of (..., L, d) needs its position"
        )
    speed = base ** (-torch.arange(0, width, 2, dtype=wide, device=x.device) / width)
    angle = positions.to(wide)[..., None] * speed
    cos, sin = angle.cos(), angle.sin()
    a, b = x[..., 0::2].to(wide), x[..., 1::2].to(wide)
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2).to(x.dtype)
