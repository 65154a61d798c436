"""Texts that a trained model wrote at many temperatures: what is repeated in each, and the loop it ends in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.style import colour, figure
from course_lib.text.repetition import final_loop, repeated_share

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class LoopPlayer(Lab):
    """Choose a temperature and a draw, and see which phrases of the text stood there before.

    Args:
        tokens: the vocabulary, V strings; the texts may use a part of it.
        texts: temperature to texts, each a list of ids; as many texts at each temperature.
        phrase: tokens in a phrase, 2 to 8.

    Raises:
        ValueError: there is no text, or not as many at each temperature.

    >>> lab = LoopPlayer(["a", "b", "c"], {0.0: [[0, 1, 0, 1, 0, 1, 0]], 1.0: [[0, 1, 2, 1, 0, 0, 2]]}, phrase=2)
    >>> lab.loop, round(lab.repeated, 3)
    ((0, 2), 0.667)
    """

    name = "loop-player"
    alt = (
        "A text written by a trained language model. The temperature, the draw and the length of a phrase can be set. Phrases that stood "
        "in the text before are marked; below stand the share of repeated phrases and the loop that the text ends in, if any."
    )
    caption = (
        "Begin at temperature 0 and go up, one step at a time: when does the loop break? A marked token ends a phrase that stood there "
        "before. Try other draws, and a phrase of 2: some repetition is ordinary language. At the top nothing repeats or means anything."
    )

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    texts: traitlets.List = traitlets.List().tag(sync=True)
    temperatures = traitlets.List(traitlets.Float()).tag(sync=True)
    step = traitlets.Int(0, min=0).tag(sync=True)
    draw = traitlets.Int(1, min=1).tag(sync=True)
    phrase = traitlets.Int(4, min=2, max=8).tag(sync=True)

    def __init__(self, tokens: Sequence[str], texts: Mapping[float, Sequence[Sequence[int]]], **state: Any) -> None:
        counts = {len(rows) for rows in texts.values()}
        if len(counts) != 1 or not min(counts):
            raise ValueError(f"each temperature has as many texts as the others, one or more; got {sorted(counts) or 'none'}")
        used = sorted({i for rows in texts.values() for row in rows for i in row})
        short = {old: new for new, old in enumerate(used)}
        ids = [[[short[i] for i in row] for row in rows] for rows in texts.values()]
        super().__init__(tokens=[tokens[i] for i in used], texts=ids, temperatures=list(texts), **state)

    @property
    def ids(self) -> list[int]:
        """The text chosen now, as places in `tokens`."""
        return self.texts[self.step][self.draw - 1]

    @property
    def repeated(self) -> float:
        """The share of its phrases that stood there before, as `course_lib.text.repetition.repeated_share` counts it."""
        return repeated_share(self.ids, self.phrase)

    @property
    def loop(self) -> tuple[int, int] | None:
        """Where its last loop begins and how long that is, as `course_lib.text.repetition.final_loop` finds it."""
        return final_loop(self.ids)

    def poster(self) -> Figure:
        fig, ax = figure(width=5.2, height=3.0)
        lines, line = [], ""
        for i in self.ids:
            line += self.tokens[i].replace("\n", " ")
            if len(line) > 44:
                lines.append(line)
                line = ""
        for row, text in enumerate([*lines, line][:6]):
            ax.text(0, row, text.strip(), fontsize=12)
        said = f"temperature {self.temperatures[self.step]:g}: {self.repeated:.0%} of the phrases repeated"
        ax.text(0, 7, said, color=colour("orange"), fontsize=12)
        ax.set(xlim=(0, 10), ylim=(7.6, -0.6))
        ax.axis("off")
        return fig
