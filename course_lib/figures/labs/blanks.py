"""Fill in the blanks: hide words of a sentence and see what a trained model expects there, and what its loss is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.style import colour, figure
from course_lib.training.objectives import mlm_loss

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = 3


class Blanks(Lab):
    """Hide up to three words of one sentence; a model's guesses for every choice were computed beforehand.

    Args:
        tokens: the sentence, a word each.
        predict: predict(places) -> probabilities (len(places), V) at the hidden places, which count from 0.
        vocabulary: the V words.
        kin: for a word of the sentence, those of its kind; words that are missing stand alone.
        most: how many may be hidden at once.
        hidden: places hidden at first.

    Raises:
        ValueError: a word of the sentence is not in the vocabulary.

    >>> half = lambda places: torch.tensor([[0.5, 0.25, 0.25]]).expand(len(places), 3)
    >>> lab = Blanks(["a", "b"], half, ["a", "b", "c"], {"b": ["b", "c"]}, hidden=[1])
    >>> round(lab.loss, 4), lab.guesses["1"][0]["kin"]                    # -ln 0.25
    (1.3863, 0.5)
    """

    name = "blanks"
    alt = (
        "A sentence with a switch at each word that hides it. For each hidden word a table gives the model's three best guesses, the "
        "probability it gives to the true word and to words of the same kind, and the loss. Below stand the sum and the mean of the losses."
    )
    caption = (
        "The first blank is the lecture's. Then hide *boring* alone: the model has no favourite among the bad words, but knows the side. "
        "Hide *poorly* as well, the last word that tells: it is less sure of the side. *The* and *was* cost next to nothing."
    )

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    guesses = traitlets.Dict().tag(sync=True)
    most = traitlets.Int(3, min=1).tag(sync=True)
    hidden = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(
        self,
        tokens: Sequence[str],
        predict: Callable[[Sequence[int]], Tensor],
        vocabulary: Sequence[str],
        kin: Mapping[str, Sequence[str]],
        most: int = 3,
        hidden: Sequence[int] = (3,),
        **state: Any,
    ) -> None:
        ids = {word: i for i, word in enumerate(vocabulary)}
        unknown = [word for word in tokens if word not in ids]
        if unknown:
            raise ValueError(f"the model has no word {unknown[0]!r}, so it can't be asked for it")
        guesses = {}
        for count in range(1, most + 1):
            for places in combinations(range(len(tokens)), count):
                rows = predict(places)
                guesses[",".join(map(str, places))] = [
                    _row(p, vocabulary, ids[tokens[place]], [ids[word] for word in kin.get(tokens[place], [tokens[place]])])
                    for place, p in zip(places, rows, strict=True)
                ]
        super().__init__(tokens=list(tokens), guesses=guesses, most=most, hidden=sorted(hidden), **state)

    @property
    def blanks(self) -> list[dict[str, Any]]:
        """The guesses at the places hidden now, in order."""
        return self.guesses[",".join(map(str, self.hidden))] if self.hidden else []

    @property
    def loss(self) -> float:
        """What `course_lib.training.objectives.mlm_loss` makes of them: the mean of -ln p(true word)."""
        p = torch.tensor([blank["truth"] for blank in self.blanks], dtype=torch.float64).clamp(1e-5, 1 - 1e-5)
        return mlm_loss(torch.stack([p, 1 - p], -1).log(), torch.zeros(len(p), dtype=torch.long)).item()

    def poster(self) -> Figure:
        fig, ax = figure(width=4.6, height=1.6 + 0.5 * len(self.blanks))
        shown = ["[MASK]" if i in self.hidden else word for i, word in enumerate(self.tokens)]
        half = len(shown) // 2
        for line, part in enumerate((shown[:half], shown[half:])):
            ax.text(0, 1 + 0.9 * line, " ".join(part), fontsize=12)
        for row, (place, blank) in enumerate(zip(self.hidden, self.blanks, strict=True)):
            best = "  ".join(f"{word} {p:.2f}" for word, p in blank["best"])
            ax.text(0, 3.2 + 1.2 * row, f"{self.tokens[place]}:  {best}", color=colour("blue"), fontsize=12)
        ax.text(0, 3.2 + 1.2 * len(self.blanks), f"mean loss {self.loss:.2f} nats", fontsize=12)
        ax.set(xlim=(0, 10), ylim=(3.9 + 1.2 * len(self.blanks), 0))
        ax.axis("off")
        return fig


def _row(p: Tensor, vocabulary: Sequence[str], truth: int, kin: Sequence[int]) -> dict[str, Any]:
    best = p.sort(descending=True, stable=True)
    pairs = zip(best.indices[:SHOWN].tolist(), best.values[:SHOWN].tolist(), strict=True)
    return {
        "truth": round(p[truth].item(), 5),
        "kin": round(p[list(kin)].sum().item(), 5),
        "best": [[vocabulary[i], round(x, 3)] for i, x in pairs],
    }
