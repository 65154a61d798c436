"""BERT's way of hiding tokens, draw by draw: which are selected, what becomes of them, and what the shares come to in the long run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKS = ("[CLS]", "[SEP]", "[PAD]")
FATES = ("masked", "random", "kept")


class Masking(Lab):
    """Hide tokens of one sentence again and again.

    Draw number k takes its chances from a generator seeded with k, in the order `mlm_corrupt` takes them.

    Args:
        tokens: the sentence, with its marks.
        vocabulary: the words that may come in for others.
        draws: how many draws can be looked at.

    Raises:
        ValueError: there is no token that could be hidden, or no draw.

    >>> Masking(["[CLS]", "a", "b", "[SEP]"], ["a", "b", "c"], rate=1.0).counts()["selected"]
    2
    """

    name = "masking"
    alt = (
        "A sentence token by token. For each: what the model is given, and the token it is asked for, if any. "
        "The chance of a token to be selected and the number of the draw can be changed. A table counts what became of the selected "
        "tokens, in this draw and in all draws up to it."
    )
    caption = (
        "Step through the draws: no two hide the same tokens, and a selected token that was *kept* looks like any other. Raise the rate: "
        "who was selected stays selected, and others join. Then go to the last draw and read the shares: they settle near 80, 10 and 10%."
    )

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chances: traitlets.List = traitlets.List().tag(sync=True)
    rate = traitlets.Float(0.15, min=0.0, max=1.0).tag(sync=True)
    draw = traitlets.Int(1, min=1).tag(sync=True)

    def __init__(self, tokens: Sequence[str], vocabulary: Sequence[str], draws: int = 40, **state: Any) -> None:
        if not [token for token in tokens if token not in MARKS] or draws < 1:
            raise ValueError(f"a draw hides some of the tokens that are no marks; got {list(tokens)} and {draws} draws")
        chances = []
        for number in range(1, draws + 1):
            generator = torch.Generator().manual_seed(number)
            chosen, fate = torch.rand(2, len(tokens), generator=generator).tolist()
            others = torch.randint(len(vocabulary), (len(tokens),), generator=generator).tolist()
            words = [vocabulary[i] for i in others]
            chances.append({"chosen": [round(x, 7) for x in chosen], "fate": [round(x, 7) for x in fate], "random": words})
        super().__init__(tokens=list(tokens), chances=chances, **state)

    def hide(self, draw: int | None = None) -> list[tuple[str, str | None]]:
        """For each token: what the model is given, and what became of it ("masked", "random", "kept"; None when it was not selected)."""
        drawn = self.chances[(self.draw if draw is None else draw) - 1]
        rows: list[tuple[str, str | None]] = []
        for token, chosen, fate, other in zip(self.tokens, drawn["chosen"], drawn["fate"], drawn["random"], strict=True):
            if token in MARKS or chosen >= self.rate:
                rows.append((token, None))
            elif fate < 0.8:
                rows.append(("[MASK]", "masked"))
            else:
                rows.append((other, "random") if fate < 0.9 else (token, "kept"))
        return rows

    def counts(self, upto: bool = False) -> dict[str, int]:
        """How many tokens could be selected, were, and what became of them: in this draw, or in all up to it."""
        fates = [fate for number in (range(1, self.draw + 1) if upto else [self.draw]) for _, fate in self.hide(number)]
        could = sum(token not in MARKS for token in self.tokens) * (self.draw if upto else 1)
        return {"could": could, "selected": sum(fate is not None for fate in fates)} | {name: fates.count(name) for name in FATES}

    def poster(self) -> Figure:
        hidden = self.hide()
        fig, ax = figure(width=5.6, height=0.32 * len(hidden) + 0.6)
        hues = {"masked": "blue", "random": "orange", "kept": "green", None: "ink"}
        for x, head in ((0, "text"), (1, "given"), (2, "asked for")):
            ax.text(x, -1, head, fontweight="bold", fontsize=12)
        for row, (token, (given, fate)) in enumerate(zip(self.tokens, hidden, strict=True)):
            ax.text(0, row, token, fontsize=12)
            ax.text(1, row, given, fontsize=12, color=colour(hues[fate]), fontweight="bold" if fate else "normal")
            ax.text(2, row, f"{token} ({fate})" if fate else "-", fontsize=12, color=colour(hues[fate]))
        ax.set(xlim=(-0.1, 3.1), ylim=(len(hidden), -1.8))
        ax.axis("off")
        return fig
