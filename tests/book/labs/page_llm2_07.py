"""The labs of llm2/07-mixture-of-experts: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def router(k: int = 1, pull: float = 1.5, factor: float = 1.0, overflow: str = "drop") -> Callable[[], dict[str, float | str]]:
    """LLM 2, Routing Is a Systems Problem: what sixteen tokens want of four experts, and what they get."""

    def expected() -> dict[str, float | str]:
        import math

        import torch

        from course_lib.figures.labs.router import Router
        from course_lib.layers.expert_traffic import next_best
        from course_lib.layers.experts import capacity_mask, load_balancing_loss, top_k_routing

        logits = torch.tensor(list(Router().scores), dtype=torch.float64)
        logits[:, 0] += pull
        indices = top_k_routing(logits, k)[1]
        capacity = math.ceil(factor * 16 * k / 4)
        given = next_best(logits, k, capacity).flatten() if overflow == "next" else indices[capacity_mask(indices, 4, capacity)]
        served = torch.bincount(given[given >= 0], minlength=4)
        wanted = torch.bincount(indices.flatten(), minlength=4)
        numbers: dict[str, float | str] = {f"wanted-{e}": load for e, load in enumerate(wanted.tolist(), 1)}
        numbers |= {f"served-{e}": load for e, load in enumerate(served.tolist(), 1)}
        return numbers | {
            "capacity": capacity,
            "dropped": 16 * k - int(served.sum()),
            "empty": 4 * capacity - int(served.sum()),
            "slowest": int(served.max()),
            "balance": load_balancing_loss(logits, indices, 4).item(),
        }

    return expected


LABS = [
    LabOnPage(
        page="llm2/07-mixture-of-experts",
        lab="router",
        settings=(
            Setting(expected=router()),
            Setting(keys=(("[data-input='overflow']", "ArrowDown", 1),), expected=router(overflow="next")),
            Setting(
                keys=(("[data-input='k']", "ArrowDown", 1), ("[data-input='factor']", "ArrowRight", 1)),
                expected=router(k=2, factor=1.25),
            ),
            Setting(keys=(("[data-input='pull']", "Home", 1), ("[data-input='factor']", "Home", 1)), expected=router(pull=0.0, factor=0.5)),
        ),
    ),
]
