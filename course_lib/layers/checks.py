"""What a layer checks about the vectors it is given, said in the reader's words."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def check_input(name: str, x: Tensor, layer: nn.Module) -> None:
    """Refuse vectors that a linear layer cannot read.

    Args:
        name: what the caller calls them.
        x: (..., D).
        layer: the layer that reads them; one without a matrix of its own, such as an adapter, is asked nothing.

    Raises:
        TypeError: `x` is not of the layer's dtype, and no autocast is at work.
        ValueError: `x` is not as wide as the layer expects.

    Source: ours.

    >>> check_input("x", torch.zeros(2, 5), nn.Linear(4, 3))
    Traceback (most recent call last):
    ValueError: x has 5 features and this layer was built for 4
    """
    weight = getattr(layer, "weight", None)
    if not isinstance(weight, Tensor):
        return
    if x.shape[-1:] != weight.shape[-1:]:
        given = f"{x.shape[-1]} features" if x.dim() else "no dimension at all"
        raise ValueError(f"{name} has {given} and this layer was built for {weight.shape[-1]}")
    if x.dtype != weight.dtype and not (x.is_floating_point() and torch.is_autocast_enabled(x.device.type)):
        raise TypeError(f"{name} holds {x.dtype} and this layer's weights {weight.dtype}: convert one with .to(...)")


def check_images(images: Tensor, channels: int | None = None) -> None:
    """Refuse what is not a batch of pictures.

    Args:
        images: (B, C, H, W).
        channels: C, when it matters.

    Raises:
        ValueError: there are not four dimensions, or the channels differ.

    Source: ours.

    >>> check_images(torch.zeros(8, 8))
    Traceback (most recent call last):
    ValueError: pictures have shape (batch, channels, height, width), and these have shape (8, 8)
    """
    if images.dim() != 4:
        raise ValueError(f"pictures have shape (batch, channels, height, width), and these have shape {tuple(images.shape)}")
    if channels is not None and images.shape[1] != channels:
        raise ValueError(f"pictures have {images.shape[1]} channels and this layer was built for {channels}")


def leading(**tensors: Tensor) -> torch.Size:
    """Name the leading dimensions that several (..., length, width) tensors share after broadcasting.

    Args:
        tensors: by the name a caller knows them by.

    Returns:
        The broadcast shape without the last two dimensions.

    Raises:
        ValueError: they do not broadcast together.

    Source: ours.

    >>> leading(q=torch.zeros(2, 1, 3, 4), k=torch.zeros(5, 3, 4))
    torch.Size([2, 5])
    """
    try:
        return torch.broadcast_shapes(*(x.shape[:-2] for x in tensors.values()))
    except RuntimeError as error:
        listed = ", ".join(f"{name} {tuple(x.shape)}" for name, x in tensors.items())
        raise ValueError(f"batch and heads do not broadcast together: {listed}") from error
