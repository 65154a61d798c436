"""Where to compute."""

from __future__ import annotations

import torch


def best_device(name: str | None = None) -> torch.device:
    """Choose the fastest device this machine has.

    Args:
        name: "cpu", "cuda", "cuda:1" or "mps" to insist on one; None takes CUDA before MPS before the CPU.

    Returns:
        The device.

    Raises:
        ValueError: the named device is not on this machine.

    Source: ours.

    >>> best_device("cpu").type
    'cpu'
    """
    found = ["cpu"]
    if torch.backends.mps.is_available():
        found.insert(0, "mps")
    if torch.cuda.is_available():
        found.insert(0, "cuda")
    if name is None:
        return torch.device(found[0])
    if name.split(":")[0] not in found:
        raise ValueError(f"no device {name!r} here; this machine has {', '.join(found)}")
    return torch.device(name)
