"""The labs of llm2/06-transformer-block: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def norm_placement(depth: int, strength: float = 1.0) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Layer Normalization: what is left of the input after some toy blocks, in both orders."""

    def expected() -> dict[str, float | str]:
        from course_lib.models.signals import follow, toy_stack

        numbers: dict[str, float | str] = {"depth": depth, "strength": strength}
        for norm in ("pre", "post"):
            step = follow(*toy_stack(depth=48), norm=norm, strength=strength)[depth - 1]
            numbers |= {f"{norm}-size": step.size, f"{norm}-own": step.own, f"{norm}-spread": step.spread}
        return numbers

    return expected


LABS = [
    LabOnPage(
        page="llm2/06-transformer-block",
        lab="norm-placement",
        settings=(
            Setting(expected=norm_placement(depth=12)),
            Setting(keys=(("[data-input='depth']", "End", 1),), expected=norm_placement(depth=48)),
            Setting(
                keys=(("[data-input='depth']", "End", 1), ("[data-input='strength']", "ArrowLeft", 7)),
                expected=norm_placement(depth=48, strength=0.3),
            ),
            Setting(
                keys=(
                    ("[data-input='depth']", "Home", 1),
                    ("[data-input='depth']", "ArrowRight", 2),
                    ("[data-input='strength']", "End", 1),
                    ("[data-input='shown']", "ArrowDown", 1),
                ),
                expected=norm_placement(depth=3, strength=2.0),
            ),
        ),
    ),
]
