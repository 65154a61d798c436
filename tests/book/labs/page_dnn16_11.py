"""The lab of dnn16/11-emerging-trends: what `course_lib` computes at its settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.book.labs.lab import LabOnPage, Setting

N = 24


def masks_lab(pattern: str, depth: int, **sizes: Any) -> Callable[[], dict[str, float | str]]:
    """DNN 16.11.2: pairs of a pattern over 24 positions, and what is within reach through some layers of it."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.layers import sparse
        from course_lib.layers.reach import reachable

        build = {
            "window": sparse.sliding_window_mask,
            "dilated": sparse.dilated_window_mask,
            "global": lambda n, k, globals: sparse.global_local_mask(n, k, range(globals)),
            "random": lambda n, k: sparse.random_sparse_mask(n, 2 * k, torch.Generator().manual_seed(0)),
        }
        mask = build[pattern](N, **sizes)
        needed = [layers for layers in range(1, N) if reachable(mask, layers).all()]
        return {
            "pairs": sparse.attended_pairs(mask),
            "share": 100 * sparse.attended_pairs(mask) / N**2,
            "reached": int(reachable(mask, depth).sum()),
            "layers": str(needed[0]) if needed else "never",
        }

    return expected


LABS = [
    LabOnPage(
        page="dnn16/11-emerging-trends",
        lab="window-masks",
        settings=(
            Setting(expected=masks_lab("window", 3, k=2)),
            Setting(
                keys=(("[data-input='pattern']", "ArrowDown", 1), ("[data-input='dilation']", "ArrowRight", 1)),
                expected=masks_lab("dilated", 3, k=2, dilation=3),
            ),
            Setting(
                keys=(
                    ("[data-input='pattern']", "ArrowDown", 2),
                    ("[data-input='window']", "Home", 1),
                    ("[data-input='globals']", "ArrowRight", 1),
                    ("[data-input='depth']", "Home", 1),
                ),
                expected=masks_lab("global", 1, k=0, globals=2),
            ),
            Setting(
                keys=(("[data-input='pattern']", "End", 1), ("[data-input='depth']", "ArrowLeft", 1)),
                expected=masks_lab("random", 2, k=2),
            ),
        ),
    ),
]
