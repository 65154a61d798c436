"""A LayerNorm calculator: one token's features, the scale, the shift and epsilon to edit; and BatchNorm's axis beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
import traitlets
from torch import Tensor

from course_lib.figures.depth import plot_normalised
from course_lib.figures.labs.base import Lab
from course_lib.layers.norms import layer_norm

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NEIGHBOURS = ([1.0, 2.0, 3.0, 4.0], [-4.0, 6.0, 0.0, 10.0])


class LayerNormCalculator(Lab):
    """Normalise one token of a batch of three, over its own features or over the batch.

    Args:
        features: the token's features x, 2 to 6 of them.
        neighbours: the other tokens of the batch, each with as many features; None takes two of four features.
        over: "features" for LayerNorm, "batch" for BatchNorm as it works in training.

    Raises:
        ValueError: there are too few or too many features, a neighbour has another number of them, or `over` is neither word.

    >>> lab = LayerNormCalculator([5.0, 10.0, -5.0, 25.0])
    >>> [round(value, 3) for value in lab.result.tolist()]
    [-0.346, 0.115, -1.27, 1.501]
    """

    name = "layer-norm"
    alt = (
        "A calculator for layer normalisation. A table holds a token's four features, gamma, beta, the normalised features and the result, "
        "one column a feature; below it the mean, variance and deviation, and lines from each feature to its result. The features, gamma, "
        "beta and epsilon can be edited, and a switch takes the mean and deviation over the batch of three tokens instead."
    )
    caption = (
        "Make feature 4 a hundred times larger: its result stays below $\\sqrt{3} = 1.732$. Make one $\\gamma$ negative: "
        "lines cross, and the order of the features is gone. Then normalise over the batch and move the neighbour: "
        "now token A changes although nobody touched it."
    )

    x = traitlets.List(traitlets.Float()).tag(sync=True)
    gamma = traitlets.List(traitlets.Float()).tag(sync=True)
    beta = traitlets.List(traitlets.Float()).tag(sync=True)
    eps = traitlets.Float(1e-5, min=0.0).tag(sync=True)
    over = traitlets.Enum(("features", "batch"), default_value="features").tag(sync=True)
    neighbours = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    shift = traitlets.Float(0.0).tag(sync=True)

    def __init__(
        self, features: Sequence[float], neighbours: Sequence[Sequence[float]] | None = None, over: str = "features", **state: Any
    ) -> None:
        rows = [list(map(float, row)) for row in (NEIGHBOURS if neighbours is None else neighbours)]
        width = len(features)
        if not 2 <= width <= 6:
            raise ValueError(f"the calculator has room for 2 to 6 features; got {width}")
        if any(len(row) != width for row in rows):
            raise ValueError(
                f"each token of a batch has the same width: x has {width} features, its neighbours {[len(row) for row in rows]}"
            )
        if over not in ("features", "batch"):
            raise ValueError(f"over is {over!r}: normalise over 'features' (LayerNorm) or over the 'batch' (BatchNorm)")
        given = {"x": [float(value) for value in features], "gamma": [1.0] * width, "beta": [0.0] * width, **state}
        super().__init__(neighbours=rows, over=over, **given)

    @property
    def batch(self) -> Tensor:
        """The three tokens, (3, features): x, its neighbour moved by `shift`, and the other."""
        rows = torch.tensor([self.x, *self.neighbours], dtype=torch.float64)
        rows[1] += self.shift
        return rows

    @property
    def result(self) -> Tensor:
        """What becomes of x, (features,): `course_lib.layers.norms.layer_norm`, or `F.batch_norm` in training mode."""
        gamma, beta = (torch.tensor(row, dtype=torch.float64) for row in (self.gamma, self.beta))
        if self.over == "features":
            return layer_norm(self.batch, gamma, beta, self.eps)[0]
        return F.batch_norm(self.batch, None, None, gamma, beta, training=True, eps=self.eps)[0]

    def poster(self) -> Figure:
        return plot_normalised(torch.tensor(self.x), self.result)
