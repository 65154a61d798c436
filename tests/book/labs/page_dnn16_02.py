"""The labs of dnn16/02-attention-recap: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.book.labs.lab import LabOnPage, Setting


def waves_lab(*, width: int = 4, position: int = 3, other: int = 5, pair: int = 0) -> Callable[[], Mapping[str, float | str]]:
    """DNN 16.2.2's position 3, and others: rows of `sinusoidal_positions` and their cosine."""

    def expected() -> Mapping[str, float | str]:
        import math

        import torch.nn.functional as F

        from course_lib.layers.positions import sinusoidal_positions

        table = sinusoidal_positions(100, width).double()
        row, wave = table[position], 2 * math.pi * 10000 ** (2 * pair / width)
        first = ", ".join(f"{x:.3f}".replace("-0.000", "0.000") for x in row[:4].tolist())
        return {
            "sine": row[2 * pair].item(),
            "cosine": row[2 * pair + 1].item(),
            "wavelength": wave,
            "step": 2 * math.pi / wave,
            "alike": F.cosine_similarity(row, table[other], dim=0).item(),
            "distance": abs(position - other),
            "vector": first,
        }

    return expected


LABS = [
    LabOnPage(
        page="dnn16/02-attention-recap",
        lab="position-waves",
        settings=(
            Setting(expected=waves_lab()),
            Setting(
                keys=(("[data-input='position']", "ArrowRight", 7), ("[data-input='other']", "ArrowRight", 7)),
                expected=waves_lab(position=10, other=12),
            ),
            Setting(
                keys=(("[data-input='width']", "End", 1), ("[data-input='pair']", "End", 1), ("[data-input='other']", "End", 1)),
                expected=waves_lab(width=512, pair=255, other=99),
            ),
            Setting(
                keys=(
                    ("[data-input='width']", "ArrowDown", 2),
                    ("[data-input='pair']", "ArrowRight", 3),
                    ("[data-action='both']", "Enter", 2),
                ),
                expected=waves_lab(width=16, position=17, other=19, pair=3),
            ),
        ),
    ),
]
