"""Rows on windows: attention over a window against the same mask on dense attention, from 2k to 16k positions."""

from __future__ import annotations

import time
from collections.abc import Iterator

import torch

from course_lib.layers.attention import fast_attention
from course_lib.layers.chunked import window_attention
from course_lib.layers.sparse import sliding_window_mask
from tests.benchmarks.measure import Row, compare, fitted_exponent

REACH = 128  # a window of about 256: 128 to either side and the position itself
LENGTHS = (2048, 4096, 8192, 16384)


def inputs(n: int) -> list[torch.Tensor]:
    """Queries, keys and values of 8 heads of 64."""
    generator = torch.Generator().manual_seed(n)
    return [torch.randn(1, 8, n, 64, generator=generator) for _ in range(3)]


def rows() -> Iterator[Row]:
    """Against dense attention at two lengths, and the exponent of the cost over all four."""
    for n in LENGTHS[:2]:
        q, k, v = inputs(n)
        mask = sliding_window_mask(n, REACH)
        yield compare(
            f"window_attention, {n} positions",
            "fast_attention with the window as a mask",
            lambda q=q, k=k, v=v: window_attention(q, k, v, REACH),
            lambda q=q, k=k, v=v, mask=mask: fast_attention(q, k, v, mask),
            aim=1.0,
            sizes="8 heads of 64, window 257",
            rounds=5,
        )
    seconds = []
    for n in LENGTHS:
        q, k, v = inputs(n)
        runs = []
        for _ in range(5):
            start = time.perf_counter()
            window_attention(q, k, v, REACH)
            runs.append(time.perf_counter() - start)
        seconds.append(min(runs))
    exponent = fitted_exponent(LENGTHS, seconds)
    yield Row(
        what="window_attention, exponent of the cost in the length",
        against="1, a cost linear in the length (dense attention has 2)",
        sizes="8 heads of 64, window 257, 2k to 16k positions, best of 5",
        ours=seconds[-1],
        other=seconds[0],
        ratio=exponent,
        noise=(1.0, 1.0),
        aim=1.15,
    )
