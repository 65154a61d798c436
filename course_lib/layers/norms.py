"""Keep each token's features on one scale, whatever the layers before did to them.

D is the model width. Both norms work on one token at a time: nothing crosses positions or sequences.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_count


def layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    """Give each token mean 0 and variance 1 over its features, then a learned scale and shift.

    Written for reading; `LayerNorm` runs PyTorch's kernel and gives the same.

    Args:
        x: (..., D).
        gamma: scale, (D,).
        beta: shift, (D,).
        eps: added to the variance, inside the root; a constant token gives beta.

    Returns:
        (..., D) in the dtype of `x`, computed in at least float32.

    Raises:
        TypeError: `x` is not floating point.
        ValueError: gamma or beta is not D long, or eps is negative.

    Source: Ba et al. 2016, equation 4; DNN 16.3.1. The variance divides by D, not by D - 1.

    >>> layer_norm(torch.tensor([1.0, 3.0]), torch.ones(2), torch.zeros(2), eps=0.0).tolist()
    [-1.0, 1.0]
    """
    _check_width(x, gamma=gamma, beta=beta)
    _check_eps(eps)
    wide = x.to(wide_dtype(x, gamma, beta))
    mean = wide.mean(-1, keepdim=True)
    variance = (wide - mean).square().mean(-1, keepdim=True)
    return ((wide - mean) / (variance + eps).sqrt() * gamma + beta).to(x.dtype)


def rms_norm(x: Tensor, weight: Tensor, eps: float = 1e-6) -> Tensor:
    """Give each token mean square 1 over its features, then a learned scale: layer norm without the mean and the shift.

    Args:
        x: (..., D).
        weight: scale, (D,).
        eps: added to the mean square, inside the root; a token of zeros stays zero.

    Returns:
        (..., D) in the dtype of `x`, normalised in at least float32.

    Raises:
        TypeError: `x` is not floating point.
        ValueError: the weight is not D long, or eps is negative.

    Source: Zhang and Sennrich 2019, equation 4. As in LLaMA, the result is cast back before the weight multiplies it.

    >>> rms_norm(torch.tensor([1.0, 7.0]), torch.ones(2), eps=0.0).mul(5).tolist()
    [1.0, 7.0]
    """
    _check_width(x, weight=weight)
    _check_eps(eps)
    wide = x.to(wide_dtype(x))
    normal = wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + eps)
    return (normal.to(x.dtype) * weight).to(x.dtype)


class LayerNorm(nn.Module):
    """Layer norm with its learned scale `gamma` and shift `beta`.

    Args:
        d_model: D, the width of a token.
        eps: added to the variance, inside the root.

    Source: Ba et al. 2016; DNN 16.3.1.

    >>> LayerNorm(2, eps=0.0)(torch.tensor([1.0, 3.0])).tolist()
    [-1.0, 1.0]
    """

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        check_count("d_model", d_model)
        _check_eps(eps)
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise each token of `x`, (..., D).

        >>> LayerNorm(2)(torch.tensor([4.0, 4.0])).tolist()      # a constant token: the shift alone
        [0.0, 0.0]
        """
        if x.dtype != self.gamma.dtype:  # the kernel wants one dtype; the plain form keeps float32 parameters in float32
            return layer_norm(x, self.gamma, self.beta, self.eps)
        _check_width(x, gamma=self.gamma)
        return F.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)


class RMSNorm(nn.Module):
    """RMS norm with its learned scale `weight`.

    Args:
        d_model: D, the width of a token.
        eps: added to the mean square, inside the root.

    Source: Zhang and Sennrich 2019; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> RMSNorm(2, eps=0.0)(torch.tensor([1.0, 7.0])).mul(5).tolist()
    [1.0, 7.0]
    """

    def __init__(self, d_model: int, eps: float = 1e-6) -> None:
        super().__init__()
        check_count("d_model", d_model)
        _check_eps(eps)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise each token of `x`, (..., D).

        >>> RMSNorm(2)(torch.zeros(2)).tolist()
        [0.0, 0.0]
        """
        return rms_norm(x, self.weight, self.eps)


def _check_width(x: Tensor, **parameters: Tensor) -> None:
    for name, parameter in parameters.items():
        if parameter.shape != x.shape[-1:]:
            raise ValueError(f"{name} has shape {tuple(parameter.shape)} and a token has {x.shape[-1]} features: expected ({x.shape[-1]},)")


def _check_eps(eps: float) -> None:
    if not eps >= 0:
        raise ValueError(f"eps is {eps}: it keeps a root away from 0, so it must be 0 or more")
