"""A translator's alignment to walk through: one word written at a time, with the weights it laid on the words read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import traitlets
from torch import Tensor

from course_lib.figures.alignment import plot_alignments
from course_lib.figures.labs.base import Lab

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Walk(TypedDict):
    """One translation: the words read, the words written, the weights of each written word, and the word each one comes from."""

    source: list[str]
    written: list[str]
    weights: list[list[float]]
    aligned: list[int]


def walk(source: Sequence[str], written: Sequence[str], weights: Tensor, aligned: Sequence[int]) -> Walk:
    """Put one translation into the form the lab sends to the page.

    Args:
        source: S words read.
        written: T words written.
        weights: (T, S).
        aligned: for each word written, the place of the word it comes from, counted from 0.

    Returns:
        The four, as JSON values.

    Raises:
        ValueError: the weights do not fit the words.

    Source: ours.

    >>> import torch
    >>> walk(["mai", "1991"], ["1991"], torch.tensor([[0.25, 0.75]]), [1])["weights"]
    [[0.25, 0.75]]
    """
    if tuple(weights.shape) != (len(written), len(source)) or len(aligned) != len(written):
        raise ValueError(
            f"{len(written)} words written and {len(source)} read need weights of that shape and {len(written)} places; "
            f"got {tuple(weights.shape)} and {len(aligned)}"
        )
    return Walk(source=list(source), written=list(written), weights=weights.tolist(), aligned=list(aligned))


class Alignment(Lab):
    """Walk through translations and see where each written word looked.

    Args:
        walks: language, then score, to a translation made by `walk`; every language has the same scores.

    Raises:
        ValueError: there is nothing to walk through, or a language lacks a score.

    >>> import torch
    >>> one = walk(["mai", "1991"], ["1991", "05"], torch.tensor([[0.25, 0.75], [1.0, 0.0]]), [1, 0])
    >>> Alignment({"French": {"dot": one}}).on_aligned
    0.75
    """

    name = "alignment"
    alt = (
        "A translator at work, one written word at a time. For each word of the source a bar and a number: the weight the written word "
        "laid on it. A mark shows the source word it truly comes from. Language, score function and step can be chosen."
    )
    caption = (
        "Step through a register. In Hungarian the weight walks straight along the source; in French it jumps to the end "
        "of each entry and comes back. The ring marks the word translated. Change the score: the path stays, its sharpness does not."
    )

    walks = traitlets.Dict().tag(sync=True)
    language = traitlets.Unicode().tag(sync=True)
    score = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int(1, min=1).tag(sync=True)

    def __init__(self, walks: Mapping[str, Mapping[str, Walk]], **state: Any) -> None:
        scores = {tuple(by_score) for by_score in walks.values()}
        if len(scores) != 1 or () in scores:
            raise ValueError(f"each language needs a walk for the same scores; got {sorted(scores)}")
        first = {"language": next(iter(walks)), "score": next(iter(scores))[0]}
        super().__init__(walks={key: dict(by_score) for key, by_score in walks.items()}, **{**first, **state})

    @property
    def shown(self) -> Walk:
        """The translation that is chosen."""
        chosen: Walk = self.walks[self.language][self.score]
        return chosen

    @property
    def on_aligned(self) -> float:
        """The weight of the chosen step on the word it translates."""
        row = self.step - 1
        return float(self.shown["weights"][row][self.shown["aligned"][row]])

    def poster(self) -> Figure:
        return plot_alignments({f"{self.language}, {self.score}": self.shown})
