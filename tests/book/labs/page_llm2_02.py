"""The labs of llm2/02-attention: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def one_head(query: int, causal: bool, **pulled: float) -> Callable[[], dict[str, float]]:
    """LLM 2, Attention: weights and output of the lab's four keys, with some scores or values pulled (`score_1=2`)."""

    def expected() -> dict[str, float]:
        import torch

        from course_lib.layers.attention import attention
        from course_lib.layers.masks import causal_mask

        scores, values = torch.tensor([1.0, 2.0, 5.0, 8.0]).log(), torch.tensor([8.0, 4.0, 0.0, 16.0])
        for name, number in pulled.items():
            row, key = name.split("_")
            {"score": scores, "value": values}[row][int(key) - 1] = number
        # A query of 1 and keys of width 1: the scaled scores are the keys themselves.
        output, weights = attention(torch.ones(1, 1), scores[:, None], values[:, None], causal_mask(4)[[query - 1]] if causal else None)
        return {"output": output.item(), "weight-sum": 1.0} | {f"weight-{j}": w for j, w in enumerate(weights[0].tolist(), 1)}

    return expected


NEXT = ("[data-action='next']", "Enter", 3)

LABS = [
    LabOnPage(
        page="llm2/02-attention",
        lab="one-head",
        settings=(
            Setting(keys=(NEXT,), expected=one_head(query=3, causal=True)),
            Setting(keys=(NEXT, ("[data-input='causal']", "Space", 1)), expected=one_head(query=3, causal=False)),
            Setting(
                keys=(
                    NEXT,
                    ("[data-input='query']", "ArrowUp", 1),
                    ("[data-input='score-1']", "ArrowUp", 2),
                    ("[data-input='value-2']", "ArrowDown", 7),
                ),
                expected=one_head(query=2, causal=True, score_1=2.0, value_2=-3.0),
            ),
        ),
    ),
]
