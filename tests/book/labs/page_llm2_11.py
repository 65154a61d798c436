"""The labs of llm2/11-thread: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def seven_questions(chosen: int, hidden: bool = False) -> Callable[[], dict[str, float | str]]:
    """The seven answers of the model at this place of the list."""

    def expected() -> dict[str, float | str]:
        from course_lib.training.specimens import ask, specimens

        name, specimen = list(specimens().items())[chosen]
        found = ask(specimen)
        every, at_work = found.parameters
        shown: dict[str, float | str] = {
            "name": f"model {chosen + 1}" if hidden else name,
            "pairs": float(found.visible.sum()),
            "cells": float(found.visible.numel()),
            "share": at_work / every,
        }
        return shown | {f"answer-{i}": answer or "no block" for i, answer in enumerate(found.seven(), 1)}

    return expected


LABS = [
    LabOnPage(
        page="llm2/11-thread",
        lab="seven-questions",
        settings=(
            Setting(expected=seven_questions(7)),
            Setting(keys=(("[data-input='next']", "Enter", 1),), expected=seven_questions(8)),
            Setting(
                keys=(("[data-input='chosen']", "Home", 1), ("[data-input='hide']", "Space", 1)),
                expected=seven_questions(0, hidden=True),
            ),
            Setting(keys=(("[data-input='chosen']", "End", 1),), expected=seven_questions(15)),
        ),
    ),
]
