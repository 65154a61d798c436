"""The labs of dnn16/06-masked-language-modeling: what `course_lib` makes of the model's probabilities, which the built page carries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.book.labs.lab import LabOnPage, Setting

BUILT = Path(__file__).resolve().parents[3] / "_build" / "html"
TOKENS = ["the", "movie", "was", "incredibly", "boring", "and", "poorly", "acted"]


def blanks_lab(*hidden: int) -> Callable[[], dict[str, float | str]]:
    """DNN 16.6.1: `mlm_loss` of the words that are hidden (places count from 1), at the probabilities of the page's model."""

    def expected() -> dict[str, float | str]:
        import json
        import re

        import torch

        from course_lib.training.objectives import mlm_loss

        page = (BUILT / "dnn16" / "06-masked-language-modeling.html").read_text(encoding="utf-8")
        found = re.search(r'data-lab="blanks".*?class="lab-state">(.*?)</script>', page, flags=re.DOTALL)
        assert found, "the page has no blanks"
        rows = json.loads(found[1])["guesses"][",".join(str(place - 1) for place in hidden)] if hidden else []
        p = torch.tensor([row["truth"] for row in rows], dtype=torch.float64).clamp(1e-5, 1 - 1e-5)
        logits, truth = torch.stack([p, 1 - p], -1).log(), torch.zeros(len(p), dtype=torch.long)
        mean = mlm_loss(logits, truth).item()
        each = {f"loss-{place}": mlm_loss(logits[k : k + 1], truth[k : k + 1]).item() for k, place in enumerate(hidden)}
        given = " ".join("[MASK]" if i in hidden else word for i, word in enumerate(TOKENS, 1))
        return {"given": given, "loss-mean": mean, "loss-sum": mean * len(rows), **each}

    return expected


def hide(place: int) -> tuple[str, str, int]:
    return (f"[data-input='hide-{place}']", "Space", 1)


LABS = [
    LabOnPage(
        page="dnn16/06-masked-language-modeling",
        lab="blanks",
        settings=(
            Setting(expected=blanks_lab(4)),
            Setting(keys=(hide(4), hide(5)), expected=blanks_lab(5)),
            Setting(keys=(hide(5), hide(7)), expected=blanks_lab(4, 5, 7)),
            Setting(keys=(hide(4),), expected=blanks_lab()),
        ),
    ),
]
