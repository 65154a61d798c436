"""Gradients kept from one huge step."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor


@torch.no_grad()
def clip_grad_norm(params: Iterable[Tensor], max_norm: float) -> Tensor:
    """Scale all gradients by one factor so that their joint length is at most `max_norm`; directions stay.

    The length is taken over all parameters together, in at least float32, so that the factor is the same for each. One that is
    inf or NaN makes every gradient NaN or 0: look at the returned norm.

    Args:
        params: parameters, any iterable; those without a gradient are passed over.
        max_norm: the longest gradient allowed.

    Returns:
        The norm before clipping, a 0-d tensor; 0 when nothing has a gradient.

    Raises:
        ValueError: max_norm is negative.

    Source: Pascanu, Mikolov and Bengio 2013, algorithm 1; `torch.nn.utils.clip_grad_norm_`; DNN 16.12.7.

    >>> a, b = (torch.nn.Parameter(torch.zeros(1)) for _ in range(2))
    >>> a.grad, b.grad = torch.tensor([3.0]), torch.tensor([4.0])
    >>> clip_grad_norm([a, b], max_norm=1.0).item(), [round(p.grad.item(), 4) for p in (a, b)]
    (5.0, [0.6, 0.8])
    """
    if not max_norm >= 0:
        raise ValueError(f"max_norm is {max_norm}: the longest gradient allowed is a length, 0 or more")
    grads = [p.grad for p in ([params] if isinstance(params, Tensor) else params) if p.grad is not None]
    if not grads:
        return torch.tensor(0.0)
    device = grads[0].device
    lengths = [torch.linalg.vector_norm(g, dtype=torch.promote_types(g.dtype, torch.float32)).to(device) for g in grads]
    norm = torch.linalg.vector_norm(torch.stack(lengths))
    # Clamped, not branched on: a branch would wait for the GPU. A factor of exactly 1 leaves every bit as it was.
    factor = torch.where(norm > max_norm, max_norm / (norm + 1e-6), torch.ones_like(norm)).clamp(max=1.0)
    for g in grads:
        g.mul_(factor.to(g.device))
    return norm
