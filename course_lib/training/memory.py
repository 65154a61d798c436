"""What training holds in memory for each parameter, before any activation: the sums behind "fits on one GPU"."""

from __future__ import annotations

GRADIENT, MASTER, MOMENTS = 2, 4, 8  # bytes for each trained parameter: 16-bit gradient, 32-bit copy, Adam's two 32-bit moments


def training_memory(parameters: float, trained: float | None = None, frozen_bits: int = 16) -> dict[str, float]:
    """Add up the bytes of training with Adam in mixed precision.

    Args:
        parameters: of the model.
        trained: None trains all of them. A number is of parameters added beside a frozen model, in 16 bits.
        frozen_bits: how many bits a frozen parameter takes: 16, or 4 when it is quantised (its scales, some 3% more, left out).

    Returns:
        Bytes of "weights", "gradients", "master copy" and "moments"; activations come on top.

    Raises:
        ValueError: a count is negative, or the bits are not above 0.

    Source: Rajbhandari et al. 2020, section 3.1 (16 bytes a parameter); Dettmers et al. 2023; DNN 16.9.

    >>> sum(training_memory(1.0).values())
    16.0
    >>> training_memory(70e9, trained=0, frozen_bits=4)["weights"]
    35000000000.0
    """
    if parameters < 0 or (trained is not None and trained < 0) or frozen_bits <= 0:
        raise ValueError(f"{parameters} parameters, {trained} trained, {frozen_bits} bits: counts are 0 or more, bits above 0")
    changed = parameters if trained is None else trained
    weights = 2 * parameters if trained is None else frozen_bits / 8 * parameters + 2 * trained
    return {"weights": weights, "gradients": GRADIENT * changed, "master copy": MASTER * changed, "moments": MOMENTS * changed}
