"""The labs of dnn16/04-decoder: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def masked_scores_lab(row: int, change: tuple[int, float] | None = None, *, causal: bool = True) -> Callable[[], dict[str, float | str]]:
    """DNN 16.4.1's example, with the score of one key in the chosen row moved."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.layers.masks import causal_mask, masked_softmax

        scores = torch.tensor([[2.1, 1.3, 0.8, 0.2], [1.3, 3.0, 1.5, 0.6], [0.8, 1.5, 2.8, 1.9], [0.2, 0.6, 1.9, 3.2]], dtype=torch.float64)
        if change is not None:
            scores[row - 1, change[0] - 1] += change[1]
        weights = masked_softmax(scores, causal_mask(4) if causal else None)
        numbers: dict[str, float | str] = {f"weight-{i + 1}-{j + 1}": weights[i, j].item() for i in range(4) for j in range(4)}
        return numbers | {"ahead": weights[row - 1, row:].sum().item()}

    return expected


LABS = [
    LabOnPage(
        page="dnn16/04-decoder",
        lab="masked-scores",
        settings=(
            Setting(expected=masked_scores_lab(2)),
            Setting(keys=(("[data-input='causal']", "Space", 1),), expected=masked_scores_lab(2, causal=False)),
            Setting(
                keys=(("[data-input='row']", "ArrowDown", 1), ("[data-input='score-1']", "ArrowUp", 4)),
                expected=masked_scores_lab(3, (1, 0.4)),
            ),
        ),
    ),
]
