"""One attention head at one position, with scores and values to pull on: scores, exp, weights, weighted sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.weights import plot_weights
from course_lib.layers.masks import causal_mask, masked_softmax

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEPS = ("scores", "exp", "weights", "weighted sum")


class OneHead(Lab):
    """Step one attention head through scores, exp, weights and weighted sum.

    Args:
        scores: one scaled score for each key, at most 8 of them.
        values: one number behind each key.
        query: the position that asks, counted from 1.
        causal: whether positions after the query are hidden from it.

    Raises:
        ValueError: scores and values differ in length, or there is no such position.

    >>> lab = OneHead(scores=[0.0, 0.6931, 1.6094], values=[8.0, 4.0, 0.0], query=3)
    >>> round(lab.output, 3)
    2.0
    """

    name = "one-head"
    alt = (
        "One attention head at one position, step by step. For each key: whether it may be seen, its score, exp of the score, its weight, "
        "its value and weight times value; below, columns as wide as the weights and as high as the values. Scores, values, the asking "
        "position and a causal switch can be changed."
    )
    caption = (
        "One head at one position. Step through it, then pull on it: make key 3's *score* larger and the output falls towards 0, "
        "because its *value* is 0. Switch the causal mask off and key 4, a word from the future, takes half the weight."
    )

    scores = traitlets.List(traitlets.Float()).tag(sync=True)
    values = traitlets.List(traitlets.Float()).tag(sync=True)
    query = traitlets.Int(3).tag(sync=True)
    causal = traitlets.Bool(True).tag(sync=True)
    step = traitlets.Int(1, min=1, max=len(STEPS)).tag(sync=True)

    def __init__(
        self, scores: Sequence[float] | Tensor, values: Sequence[float] | Tensor, query: int = 3, causal: bool = True, **state: Any
    ) -> None:
        scores, values = (torch.as_tensor(row, dtype=torch.float64).tolist() for row in (scores, values))
        if len(scores) != len(values) or not 1 <= len(scores) <= 8:
            raise ValueError(f"the lab shows 1 to 8 keys, each with a score and a value; got {len(scores)} scores and {len(values)} values")
        if not 1 <= query <= len(scores):
            raise ValueError(f"position {query} is not among the {len(scores)} of this lab; they are counted from 1")
        super().__init__(scores=scores, values=values, query=query, causal=causal, **state)

    @property
    def weights(self) -> Tensor:
        """The weights of the query's row, (S,), as `course_lib.layers.masks.masked_softmax` gives them."""
        scores = torch.tensor(self.scores, dtype=torch.float64)
        mask = causal_mask(len(scores))[self.query - 1] if self.causal else None
        return masked_softmax(scores, mask)

    @property
    def output(self) -> float:
        """The weighted sum of the values."""
        return float(self.weights @ torch.tensor(self.values, dtype=torch.float64))

    def poster(self) -> Figure:
        return plot_weights(self.weights, torch.tensor(self.values, dtype=torch.float64))
