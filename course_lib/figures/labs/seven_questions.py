"""Choose a model and read its seven answers, with the grid of who sees whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import traitlets

from course_lib.figures.anatomy import plot_visibility
from course_lib.figures.labs.base import Lab
from course_lib.training.specimens import QUESTIONS, Answers

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class SevenQuestions(Lab):
    """Show what inspection found for one model, and hide its name on request.

    Args:
        answers: name to what `training.specimens.ask` found.

    Raises:
        ValueError: there is no model.

    >>> from course_lib.training.specimens import ask, specimens
    >>> SevenQuestions({"GPT": ask(specimens()["GPT"])}).pairs
    21
    """

    name = "seven-questions"
    alt = (
        "Seven questions with the answers found for one model, and a grid: a row for each output position, a column for each input unit, "
        "filled where the row depends on the unit. The model can be chosen, and its name hidden so that it can be guessed."
    )
    caption = (
        "Read the answers of one model, then of its neighbour in the list, and look for the line that changed. Then hide the names, step "
        "through the list and guess."
    )

    models = traitlets.List(traitlets.Dict()).tag(sync=True)
    questions = traitlets.List(list(QUESTIONS)).tag(sync=True)
    chosen = traitlets.Int(0, min=0).tag(sync=True)
    hidden = traitlets.Bool(False).tag(sync=True)

    def __init__(self, answers: Mapping[str, Answers], **state: object) -> None:
        if not answers:
            raise ValueError("there is no model to ask: pass at least one name with its answers")
        self._seen = {name: found.visible for name, found in answers.items()}
        models = [
            {"name": name, "answers": list(found.seven()), "visible": found.visible.int().tolist(), "parameters": list(found.parameters)}
            for name, found in answers.items()
        ]
        super().__init__(models=models, **state)

    @property
    def pairs(self) -> int:
        """How many pairs of row and unit are connected, in the chosen model."""
        return sum(map(sum, self.models[self.chosen]["visible"]))

    def poster(self) -> Figure:
        name = self.models[self.chosen]["name"]
        return plot_visibility({name: self._seen[name]}, columns=1)
