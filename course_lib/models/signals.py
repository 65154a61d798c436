"""What reaches the top of a deep stack: a toy of blocks that only average and bend, small enough to follow number by number.

An untrained Transformer's attention looks everywhere alike, so a toy block needs no queries and keys. Its two sublayers are
`strength * mean over tokens @ A` and `strength * tanh(x @ B)`, each with a residual connection and, before or after it, a norm.

Letters: N blocks, L tokens, D width.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from course_lib.layers.block import post_norm, pre_norm
from course_lib.layers.norms import layer_norm

ORDERS = {"pre": pre_norm, "post": post_norm}


@dataclass(frozen=True, kw_only=True)
class Signals:
    """What is left of the input after some blocks.

    Attributes:
        size: root mean square of the sum before the last norm.
        own: the factor with which each token still arrives along the residual path, averaged over the tokens.
        spread: how far the tokens stand from their mean, as a share of their length; 0 when all have become one.

    Source: DNN 16.3.1.

    >>> Signals(size=1.0, own=0.5, spread=0.0).own
    0.5
    """

    size: float
    own: float
    spread: float


def toy_stack(depth: int, tokens: int = 4, width: int = 6, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Draw the input and the matrices of a toy stack, rounded to two decimals so that they travel well.

    Args:
        depth: N.
        tokens: L.
        width: D.
        seed: of the draws.

    Returns:
        The input (L, D), and the matrices A and B of each block, (N, 2, D, D), whose entries have variance 1 / D.

    Raises:
        ValueError: a size is below 1.

    Source: ours.

    >>> x, matrices = toy_stack(depth=3)
    >>> x.shape, matrices.shape
    (torch.Size([4, 6]), torch.Size([3, 2, 6, 6]))
    """
    if min(depth, tokens, width) < 1:
        raise ValueError(f"a stack needs at least one block, token and feature; got depth {depth}, tokens {tokens}, width {width}")
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(tokens, width, generator=generator, dtype=torch.float64)
    matrices = torch.randn(depth, 2, width, width, generator=generator, dtype=torch.float64) / width**0.5
    return x.round(decimals=2), matrices.round(decimals=2)


def follow(x: Tensor, matrices: Tensor, *, norm: Literal["pre", "post"], strength: float = 1.0) -> list[Signals]:
    """Run a toy stack and say, after each block, what a model that ended there would have left of its input.

    Args:
        x: the tokens, (L, D).
        matrices: A and B of each block, (N, 2, D, D).
        norm: "pre", which reads each result through one last norm, or "post".
        strength: factor on what each sublayer writes.

    Returns:
        N Signals, the first for a stack of one block.

    Raises:
        ValueError: another norm order.

    Source: Xiong et al. 2020, section 3 (the two orders); Dong et al. 2021 (tokens become equal).

    >>> x, matrices = toy_stack(depth=48)
    >>> pre, post = (follow(x, matrices, norm=norm)[-1] for norm in ("pre", "post"))
    >>> pre.own > 0.1, post.own < 1e-4
    (True, True)
    """
    if norm not in ORDERS:
        raise ValueError(f'norm is "pre" or "post", not {norm!r}')
    one, zero = x.new_ones(x.shape[-1]), x.new_zeros(x.shape[-1])
    own, signals = x.new_ones(len(x)), []

    def normalise(h: Tensor) -> Tensor:
        return layer_norm(h, one, zero)

    for mix, bend in matrices:
        # Defaults bind this block's matrices; each sublayer maps (L, D) to (L, D).
        sublayers = (
            lambda h, mix=mix: strength * h.mean(0, keepdim=True).expand_as(h) @ mix,
            lambda h, bend=bend: strength * torch.tanh(h @ bend),
        )
        for sublayer in sublayers:
            total = x + sublayer(normalise(x) if norm == "pre" else x)
            x = ORDERS[norm](x, sublayer, normalise)
            if norm == "post":
                own = own / deviation(total)
        read = own / deviation(x) if norm == "pre" else own
        signals.append(Signals(size=rms(total), own=read.mean().item(), spread=spread(normalise(x) if norm == "pre" else x)))
    return signals


def spread(x: Tensor) -> float:
    """Say how far tokens stand from their mean, as a share of their length.

    Args:
        x: (..., L, D); sequences are averaged.

    Returns:
        Between 0, when all tokens are equal, and 1.

    Source: after Dong et al. 2021, equation 1.

    >>> spread(torch.tensor([[1.0, 0.0], [1.0, 0.0]])), spread(torch.tensor([[1.0, 0.0], [-1.0, 0.0]]))
    (0.0, 1.0)
    """
    apart = x - x.mean(-2, keepdim=True)
    return (apart.flatten(-2).norm(dim=-1) / x.flatten(-2).norm(dim=-1)).mean().item()


def deviation(x: Tensor) -> Tensor:
    """What a norm divides each token by: the root of its variance over the features plus 1e-5, (..., D) to (...).

    Args:
        x: (..., D).

    Source: Ba et al. 2016, equation 4.

    >>> deviation(torch.tensor([[-3.0, 3.0]])).round(decimals=3).tolist()
    [3.0]
    """
    return (x.var(-1, correction=0) + 1e-5).sqrt()


def rms(x: Tensor) -> float:
    """The root mean square of all numbers in a tensor.

    Args:
        x: any shape.

    Source: Zhang and Sennrich 2019, equation 4.

    >>> rms(torch.tensor([1.0, 7.0]))
    5.0
    """
    return x.square().mean().sqrt().item()
