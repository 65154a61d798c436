"""A picture cut into patches of a chosen side: the tokens, the pairs, and the projection they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.pictures import SCENE_COLOURS, draw_picture, scene, scene_map
from course_lib.layers.patches import grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZE, CHANNELS = 224, 3
SIDES = (8, 14, 16, 28, 32, 56, 112)
WIDTHS = (192, 384, 768, 1024)
SHOWN = 56  # pixels of the picture on the page, each standing for 4 by 4


class Patches(Lab):
    """Cut a picture of 224 by 224 pixels in colour into patches, and count.

    Args:
        side: p, one of the sides offered.
        width: D, one of the widths offered.
        token: the token looked at; 0 is the class token.

    Raises:
        ValueError: the side or width is not offered, or there is no such token.

    >>> lab = Patches(side=16)
    >>> lab.patches, lab.tokens, lab.pairs, lab.numbers, lab.parameters
    (196, 197, 38809, 768, 590592)
    """

    name = "patches"
    alt = (
        "A picture of a tree, cut into square patches. The side of a patch, the width of the model and one token can be chosen. "
        "Shown are the number of patches, of tokens with the class token, of pairs that attention looks at, the numbers in one patch, "
        "the parameters of the projection, and the pairs as a multiple of those at a side of 16."
    )
    caption = (
        "Make the patches smaller. Halve the side and there are four times the patches and about sixteen times the pairs, while the "
        "projection gets *smaller*. Then walk through the tokens: they are read row by row, and token 0 is no patch at all."
    )

    sides = traitlets.List(traitlets.Int(), list(SIDES)).tag(sync=True)
    side = traitlets.Int(16).tag(sync=True)
    width = traitlets.Int(768).tag(sync=True)
    token = traitlets.Int(1, min=0).tag(sync=True)
    colours = traitlets.List(traitlets.Unicode(), list(SCENE_COLOURS)).tag(sync=True)
    pixels = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, side: int = 16, width: int = 768, token: int = 1, **state: Any) -> None:
        for name, value, offered in (("sides", side, SIDES), ("widths", width, WIDTHS)):
            if value not in offered:
                raise ValueError(f"the lab offers the {name} {', '.join(map(str, offered))}, not {value}")
        rows, columns = grid(SIZE, SIZE, side)
        if not 0 <= token <= rows * columns:
            raise ValueError(f"patches of side {side} make tokens 0 to {rows * columns}; there is no token {token}")
        pixels = ["".join(map(str, row)) for row in scene_map(SHOWN).tolist()]
        super().__init__(side=side, width=width, token=token, pixels=pixels, **state)

    @property
    def patches(self) -> int:
        """N, the patches."""
        rows, columns = grid(SIZE, SIZE, self.side)
        return rows * columns

    @property
    def tokens(self) -> int:
        """The patches and the class token."""
        return self.patches + 1

    @property
    def pairs(self) -> int:
        """Queries times keys, in one head."""
        return self.tokens**2

    @property
    def numbers(self) -> int:
        """Numbers in one patch."""
        return self.side**2 * CHANNELS

    @property
    def parameters(self) -> int:
        """Weights and biases of the projection."""
        return self.numbers * self.width + self.width

    def poster(self) -> Figure:
        from course_lib.figures.style import figure

        fig, ax = figure(width=3.6, height=3.8)
        draw_picture(ax, scene(SIZE), title=f"{self.patches} patches of {self.side} × {self.side}", p=self.side)
        return fig
