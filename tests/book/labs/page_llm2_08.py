"""The labs of llm2/08-three-families: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def visibility_lab(name: str, change: int) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Three Architecture Families: how far each output of an untrained model moves when one token is exchanged."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.models.visibility import family, noticed

        source, target = ["the", "cat", "sat", "on", "the", "mat"], ["[bos]", "die", "Katze"]
        inputs = [*source, *target] if name == "encoder-decoder" else source
        size = len(source) + len(target)
        moves = noticed(family(name, len(source), len(target), vocab_size=size + 1), torch.arange(len(inputs)), other=size)[
            change - 1
        ].tolist()
        return {"token": inputs[change - 1], "moved": sum(move > 0 for move in moves)} | {
            f"move-{j}": move for j, move in enumerate(moves, 1)
        }

    return expected


LABS = [
    LabOnPage(
        page="llm2/08-three-families",
        lab="visibility",
        settings=(
            Setting(expected=visibility_lab("encoder", 1)),
            Setting(
                keys=(("[data-input='family']", "ArrowDown", 1), ("[data-input='change']", "ArrowRight", 3)),
                expected=visibility_lab("decoder", 4),
            ),
            Setting(
                keys=(("[data-input='family']", "End", 1), ("[data-input='change']", "End", 1)),
                expected=visibility_lab("encoder-decoder", 9),
            ),
        ),
    ),
]
