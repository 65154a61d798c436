"""The labs of llm2/01-word-representations: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def analogy_lab(b: str = "king", share: float = 1.0, *, leave_out: bool = True) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Word2Vec: the five words nearest to woman + share (b - man), among those of the lab, by GloVe's rows to four decimals."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.figures.labs.analogy import WORDS
        from course_lib.text.glove import WordTable, glove

        rows = torch.stack([glove()[word] for word in WORDS]).double().round(decimals=4)
        table = WordTable(WORDS, rows, "the lab's words")
        given = ("man", b, "woman") if leave_out else ()
        found = table.neighbours(table["woman"] + share * (table[b] - table["man"]), 5, exclude=given)
        numbers: dict[str, float | str] = {"share": share}
        for k, (word, cosine) in enumerate(found, 1):
            numbers |= {f"word-{k}": word, f"cosine-{k}": cosine}
        return numbers

    return expected


LABS = [
    LabOnPage(
        page="llm2/01-word-representations",
        lab="analogy",
        settings=(
            Setting(expected=analogy_lab()),
            Setting(keys=(("[data-input='leave-out']", "Space", 1),), expected=analogy_lab(leave_out=False)),
            Setting(
                keys=(("[data-input='leave-out']", "Space", 1), ("[data-input='share']", "ArrowLeft", 2)),
                expected=analogy_lab(share=0.5, leave_out=False),
            ),
            Setting(keys=(("[data-input='second']", "ArrowDown", 12),), expected=analogy_lab(b="doctor")),
        ),
    ),
]
