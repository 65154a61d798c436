"""Learning rates over time: up from zero, then down."""

from __future__ import annotations

import math


def warmup_cosine(step: int, warmup: int, total: int, peak: float, floor: float = 0.0) -> float:
    """Rise in a straight line to `peak`, then fall along half a cosine to `floor`.

    Args:
        step: steps done so far; the first has step 0 and, with a warm-up, rate 0.
        warmup: steps of the rise; with 0 the peak is at step 0.
        total: the step at which `floor` is reached; it stays there.
        peak: the highest rate.
        floor: the last rate.

    Returns:
        The rate, a float.

    Raises:
        ValueError: step or warmup is negative, or warmup exceeds total.

    Source: Loshchilov and Hutter 2017 (the cosine); Goyal et al. 2017 (the warm-up); DNN 16.12.7.

    >>> [warmup_cosine(s, warmup=2, total=6, peak=1.0) for s in (0, 1, 2, 6, 9)], round(warmup_cosine(4, 2, 6, 1.0), 6)
    ([0.0, 0.5, 1.0, 0.0, 0.0], 0.5)
    """
    check_plan(warmup, total)
    if step < 0:
        raise ValueError(f"step is {step}: the first has step 0")
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return float(floor)
    progress = (step - warmup) / (total - warmup)
    return floor + (peak - floor) * (1 + math.cos(math.pi * progress)) / 2


def warmup_linear(step: int, warmup: int, total: int, peak: float) -> float:
    """Rise in a straight line to `peak`, then fall in another to 0: BERT's schedule.

    Args:
        step: steps done so far.
        warmup: steps of the rise; with 0 the peak is at step 0.
        total: the step at which 0 is reached; it stays there.
        peak: the highest rate.

    Returns:
        The rate, a float.

    Raises:
        ValueError: step or warmup is negative, or warmup exceeds total.

    Source: Devlin et al. 2019, appendix A.2; DNN 16.12.7.

    >>> [warmup_linear(s, warmup=2, total=6, peak=1.0) for s in (0, 1, 2, 4, 6, 9)]
    [0.0, 0.5, 1.0, 0.5, 0.0, 0.0]
    """
    check_plan(warmup, total)
    if step < 0:
        raise ValueError(f"step is {step}: the first has step 0")
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return 0.0
    return peak * (total - step) / (total - warmup)


def check_plan(warmup: int, total: int) -> None:
    """Say why a warm-up does not fit its schedule.

    Args:
        warmup: steps of the rise.
        total: steps in all.

    Raises:
        ValueError: warmup is negative or exceeds total.

    Source: ours.

    >>> check_plan(5, 3)
    Traceback (most recent call last):
    ValueError: a warm-up of 5 steps does not fit into 3 steps in all
    """
    if not 0 <= warmup <= total:
        raise ValueError(f"a warm-up of {warmup} steps does not fit into {total} steps in all")
