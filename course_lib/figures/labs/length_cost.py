"""What a block costs as its text grows: operations by part, and the memory of the weights, stored or in strips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.layers.cost import block_flops, weight_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTHS = (128, 512, 768, 1024, 4096, 12288)
HEAD_WIDTH = 64
LENGTHS = range(7, 21)  # powers of two


class LengthCost(Lab):
    """Count what one block does and stores at a length and a width, and where its pairs overtake the rest.

    Args:
        width: d, one of the widths offered; heads are 64 wide.
        power: the length is 2 to this power, 7 to 20.
        piece: keys read at once where the weights are not stored.

    Raises:
        ValueError: the width is not offered.

    >>> lab = LengthCost(width=768, power=10)
    >>> lab.length, round(lab.share, 4)
    (1024, 0.1818)
    """

    name = "length-cost"
    alt = (
        "A calculator of what one block costs. Length and width can be set. A table gives the operations of the projections, of "
        "the feed-forward part and of all pairs of positions, the share of the pairs, and the memory of the weights stored whole or in "
        "strips. A chart with logarithmic axes shows the pairs growing twice as steeply as the rest, and where they cross."
    )
    caption = (
        "Move the length. The pairs climb twice as steeply as the rest, and cross it at $n = 6d$: at width 768 beyond 4,608 tokens, at "
        "width 12,288 beyond 73,728. Memory is another matter: stored whole it grows with the square, in strips with the length."
    )

    width = traitlets.Int(768).tag(sync=True)
    power = traitlets.Int(10, min=LENGTHS.start, max=LENGTHS.stop - 1).tag(sync=True)
    piece = traitlets.Int(1024, min=1).tag(sync=True)

    def __init__(self, width: int = 768, power: int = 10, piece: int = 1024, **state: Any) -> None:
        if width not in WIDTHS:
            raise ValueError(f"the lab offers the widths {', '.join(map(str, WIDTHS))}, not {width}")
        super().__init__(width=width, power=power, piece=piece, **state)

    @property
    def length(self) -> int:
        """n, the positions."""
        return 1 << self.power

    @property
    def parts(self) -> dict[str, int]:
        """Operations by part, as `course_lib.layers.cost.block_flops` counts them."""
        return block_flops(self.length, self.width)

    @property
    def share(self) -> float:
        """The share of the pairs in all operations."""
        return self.parts["pairs"] / sum(self.parts.values())

    @property
    def stored(self) -> int:
        """Bytes of all heads' weights in 16 bits, stored whole."""
        return weight_bytes(self.length, heads=self.width // HEAD_WIDTH, bytes_each=2)

    @property
    def strip(self) -> int:
        """Bytes of the same weights for one piece of the keys."""
        return self.stored * min(self.piece, self.length) // self.length

    def poster(self) -> Figure:
        from course_lib.figures.style import colour, figure

        lengths = 2.0 ** torch.arange(LENGTHS.start, LENGTHS.stop)
        counted = [block_flops(int(n), self.width) for n in lengths]
        fig, ax = figure(width=5.4, height=3.2)
        ax.plot(lengths, [part["pairs"] for part in counted], color=colour("orange"), label="all pairs")
        ax.plot(lengths, [part["projections"] + part["feed forward"] for part in counted], color=colour("blue"), label="everything else")
        ax.axvline(6 * self.width, color=colour("ink"), linestyle="--", linewidth=1.5)
        ax.annotate("n = 6d", (6 * self.width, counted[0]["pairs"]), (5, 2), textcoords="offset points")
        ax.set(xscale="log", yscale="log", xlabel="length n", ylabel="operations of a block")
        ax.legend(loc="upper left")
        return fig
