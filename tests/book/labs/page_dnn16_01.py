"""The labs of dnn16/01-encoder-decoder: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.book.labs.lab import LabOnPage, Setting

BUILT = Path(__file__).resolve().parents[3] / "_build" / "html"


def steps_lab(run: int = 0, step: int = 1) -> Callable[[], dict[str, float | str]]:
    """DNN 16.1.2 and 16.1.3: `softmax` on the logits that the built page carries, and their products; nothing is trained again."""

    def expected() -> dict[str, float | str]:
        import json
        import re

        import torch

        from course_lib.layers.attention import softmax

        page = (BUILT / "dnn16" / "01-encoder-decoder.html").read_text(encoding="utf-8")
        found = re.search(r'data-lab="decoder-steps".*?class="lab-state">(.*?)</script>', page, flags=re.DOTALL)
        assert found, "the page has no decoder to step through"
        shown = json.loads(found[1])["runs"][run]
        p = softmax(torch.tensor(shown["logits"], dtype=torch.float64))[:step]
        best = p[-1].sort(descending=True, stable=True)
        taken = [shown["tokens"][i] for i in p.argmax(-1).tolist()]
        rows = {f"p-{k}": x for k, x in enumerate(best.values[:4].tolist(), 1)}
        looks = {f"look-{j}": weight for j, weight in enumerate(shown["looks"][step - 1] if shown["looks"] else [], 1)}
        return {"joint": p.amax(-1).prod().item(), "picked": taken[-1], "input": " ".join(shown["start"] + taken[:-1]), **rows, **looks}

    return expected


def weather_lab() -> dict[str, float | str]:
    """The four probabilities that the lecture prints, and their product."""
    return {"p-1": 0.88, "joint": 0.42 * 0.55 * 0.61 * 0.88, "picked": "<END>", "input": "<START> The weather today is sunny ."}


LABS = [
    LabOnPage(
        page="dnn16/01-encoder-decoder",
        lab="decoder-steps",
        settings=(
            Setting(expected=steps_lab()),
            Setting(keys=(("[data-input='step']", "End", 1),), expected=steps_lab(step=6)),
            Setting(
                keys=(("[data-input='run']", "ArrowDown", 1), ("[data-action='next']", "Enter", 4)),
                expected=steps_lab(run=1, step=5),
            ),
            Setting(keys=(("[data-input='run']", "End", 1), ("[data-input='step']", "End", 1)), expected=weather_lab),
        ),
    ),
]
