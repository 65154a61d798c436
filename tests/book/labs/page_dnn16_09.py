"""The labs of dnn16/09-transfer-lora: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def rank_slider(rank: int, chosen: int = 0) -> Callable[[], dict[str, float | str]]:
    """DNN 16.9.2: what the best copy of a rank keeps of a recorded update, and how many numbers LoRA trains for it."""

    def expected() -> dict[str, float | str]:
        from course_lib.layers.lora import lora_parameters
        from course_lib.training.spectrum import kept_share, recorded_updates, truncation_error

        singular, count = recorded_updates()[chosen].singular, lora_parameters(384, 384, rank)
        return {
            "rank": rank,
            "kept": 100 * kept_share(singular, rank),
            "error": truncation_error(singular, rank),
            "parameters": count,
            "share": 100 * count / 384**2,
        }

    return expected


LABS = [
    LabOnPage(
        page="dnn16/09-transfer-lora",
        lab="rank-slider",
        settings=(
            Setting(expected=rank_slider(rank=8)),
            Setting(keys=(("[data-input='rank']", "Home", 1),), expected=rank_slider(rank=1)),
            Setting(
                keys=(("[data-input='rank']", "ArrowRight", 8), ("[data-input='update']", "ArrowDown", 1)),
                expected=rank_slider(rank=16, chosen=1),
            ),
            Setting(
                keys=(("[data-input='rank']", "End", 1), ("[data-input='rank']", "ArrowLeft", 64), ("[data-input='update']", "End", 1)),
                expected=rank_slider(rank=320, chosen=2),
            ),
        ),
    ),
]
