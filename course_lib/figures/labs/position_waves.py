"""Positions as waves: one pair of features over the positions, the vector at a position, and how alike two positions are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.waves import plot_waves
from course_lib.layers.positions import sinusoidal_positions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTHS = (4, 8, 16, 64, 512)
LENGTH = 100


class PositionWaves(Lab):
    """Look at sinusoidal positions from three sides.

    Args:
        width: D, the number of features: 4, 8, 16, 64 or 512.
        position: the position looked at, 0 to 99.
        other: the position it is compared with.
        pair: which pair of features the waves show, 0 to D / 2 - 1.

    Raises:
        ValueError: the width is none of these, or has no such pair, or there is no such position.

    >>> lab = PositionWaves(width=4, position=3)
    >>> [round(value, 3) for value in lab.vector.tolist()]
    [0.141, -0.99, 0.03, 1.0]
    """

    name = "position-waves"
    alt = (
        "Sinusoidal positions. The width, two positions and a pair of features can be set. Two waves, a sine and a cosine, run over "
        "positions 0 to 99 with both positions marked; two strips show all features of the two vectors; below, a curve shows the cosine "
        "between two positions by their distance."
    )
    caption = (
        "Width 4 and position 3 are the lecture's example. Take the last pair: its wave hardly moves. Then move both positions by the same "
        "amount: every number changes but one, the cosine between the two, which knows only their distance."
    )

    width = traitlets.Int(4).tag(sync=True)
    position = traitlets.Int(3, min=0, max=LENGTH - 1).tag(sync=True)
    other = traitlets.Int(5, min=0, max=LENGTH - 1).tag(sync=True)
    pair = traitlets.Int(0, min=0).tag(sync=True)
    widths = traitlets.List(traitlets.Int(), default_value=list(WIDTHS)).tag(sync=True)
    length = traitlets.Int(LENGTH).tag(sync=True)

    def __init__(self, width: int = 4, position: int = 3, other: int = 5, pair: int = 0, **state: Any) -> None:
        if width not in WIDTHS:
            raise ValueError(f"the lab shows widths {', '.join(map(str, WIDTHS))}, not {width}")
        if not 0 <= pair < width // 2:
            raise ValueError(f"a width of {width} has pairs 0 to {width // 2 - 1}, not {pair}")
        if not (0 <= position < LENGTH and 0 <= other < LENGTH):
            raise ValueError(f"the lab has positions 0 to {LENGTH - 1}, not {position} and {other}")
        super().__init__(width=width, position=position, other=other, pair=pair, **state)

    @property
    def vector(self) -> Tensor:
        """The vector at `position`, (width,): a row of `course_lib.layers.positions.sinusoidal_positions`."""
        return sinusoidal_positions(LENGTH, self.width)[self.position]

    @property
    def alike(self) -> float:
        """The cosine between the vectors at `position` and `other`."""
        table = sinusoidal_positions(LENGTH, self.width).double()
        return float(F.cosine_similarity(table[self.position], table[self.other], dim=0))

    @property
    def wavelength(self) -> float:
        """After how many positions the waves of `pair` repeat."""
        return float(2 * torch.pi * 10000.0 ** (2 * self.pair / self.width))

    def poster(self) -> Figure:
        return plot_waves(self.width, self.pair, self.position, self.other, LENGTH)
