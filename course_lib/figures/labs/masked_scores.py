"""Scores of a few tokens to pull on, with the causal mask on or off, and the weights that come of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.weights import plot_heat
from course_lib.layers.masks import causal_mask, masked_softmax

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class MaskedScores(Lab):
    """Turn scaled scores into attention weights, row by row, with the future hidden or not.

    Args:
        scores: (L, L), L at most 5, already divided by sqrt(d_k).
        words: L labels.
        causal: whether the mask is on.
        row: the row that can be edited, counted from 1.

    Raises:
        ValueError: the scores are not square, or the labels do not fit them.

    Source: DNN 16.4.1.

    >>> MaskedScores([[2.1, 1.3], [1.3, 3.0]], ["<START>", "I"]).weights[0].tolist()
    [1.0, 0.0]
    """

    name = "masked-scores"
    alt = (
        "Attention weights of four tokens as a table: a row for each token that asks, a column for each that is asked. The scores of a row "
        "can be changed, and the causal mask switched off. Below the table stands the weight that the chosen row gives to later tokens."
    )
    caption = (
        "Choose a row and change its scores. With the mask on, scores ahead of the diagonal do nothing: make one as large as you like. "
        "Switch the mask off and the same score takes the row over."
    )

    scores: traitlets.List[list[float]] = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    causal = traitlets.Bool(True).tag(sync=True)
    row = traitlets.Int(2, min=1).tag(sync=True)

    def __init__(self, scores: Tensor | Sequence[Sequence[float]], words: Sequence[str], **state: Any) -> None:
        table = [[round(x, 3) for x in row] for row in torch.as_tensor(scores, dtype=torch.float64).tolist()]
        if not 1 <= len(table) <= 5 or any(len(row) != len(table) for row in table) or len(words) != len(table):
            raise ValueError(f"the lab shows 1 to 5 tokens with a square of scores; got {len(words)} words and {len(table)} rows of scores")
        super().__init__(scores=table, words=list(words), **state)

    @property
    def weights(self) -> Tensor:
        """The weights, (L, L), as `course_lib.layers.masks.masked_softmax` gives them."""
        scores = torch.tensor(self.scores, dtype=torch.float64)
        return masked_softmax(scores, causal_mask(len(scores)) if self.causal else None)

    @property
    def ahead(self) -> float:
        """The weight that the chosen row gives to later tokens."""
        return float(self.weights[self.row - 1, self.row :].sum())

    def poster(self) -> Figure:
        return plot_heat(self.weights, list(self.words), list(self.words))
