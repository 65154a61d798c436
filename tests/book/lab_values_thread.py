"""What the lab of "The Thread to Keep" must show, found by course_lib."""

from __future__ import annotations

from collections.abc import Callable


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
