"""A mask to build: rules and single cells to switch, and what a stack of layers lets each position learn through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.matrices import plot_masks
from course_lib.layers.masks import causal_mask, combine_masks, padding_mask
from course_lib.layers.reach import reachable
from course_lib.layers.sparse import sliding_window_mask

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class MaskBuilder(Lab):
    """Build a mask over one sentence, and see what is visible through several layers of it.

    Args:
        tokens: the sentence, 3 to 8 short words.
        causal: hide later positions.
        real: how many of the positions hold text; the others are padding. None means all.
        side: where the padding stands, "right" or "left".
        window: how far to either side a position sees; None or too large means everywhere.
        depth: layers in the stack, 1 to 6.

    Raises:
        ValueError: there are too few or too many tokens, or `real` is not between 1 and their number.

    >>> lab = MaskBuilder(["a", "b", "c", "d"], causal=True, window=1, depth=2)
    >>> lab.mask[3].int().tolist(), lab.visible[3].int().tolist()
    ([0, 0, 1, 1], [0, 1, 1, 1])
    """

    name = "mask-builder"
    alt = (
        "A mask builder. One grid holds the mask, a switch for each query and key; a second grid shows which positions can influence which "
        "after a chosen number of layers, directly or at second hand. A causal rule, padding, its side, a window and the number of layers "
        "can be set, and each cell switched by itself."
    )
    caption = (
        "Start causal and switch on one cell of the future, *1 sees 4*. With one layer one position is spoilt; add layers and watch the "
        "orange spread. Then a window of 1: each layer sees one step further. Then padding on the left with a causal mask: the first rows "
        "are empty."
    )

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    causal = traitlets.Bool(True).tag(sync=True)
    real = traitlets.Int(1, min=1).tag(sync=True)
    side = traitlets.Enum(("right", "left"), default_value="right").tag(sync=True)
    window = traitlets.Int(0, min=0).tag(sync=True)
    depth = traitlets.Int(1, min=1, max=6).tag(sync=True)
    flips = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)

    def __init__(
        self,
        tokens: Sequence[str],
        causal: bool = True,
        real: int | None = None,
        side: str = "right",
        window: int | None = None,
        depth: int = 1,
        **state: Any,
    ) -> None:
        n = len(tokens)
        if not 3 <= n <= 8:
            raise ValueError(f"the builder has room for 3 to 8 tokens; got {n}")
        real = n if real is None else real
        if not 1 <= real <= n:
            raise ValueError(f"of {n} positions 1 to {n} can hold text, not {real}")
        window = n - 1 if window is None else min(window, n - 1)
        super().__init__(tokens=list(tokens), causal=causal, real=real, side=side, window=window, depth=depth, **state)

    @property
    def mask(self) -> Tensor:
        """The mask, (n, n): the rules together, then the cells switched by hand."""
        n = len(self.tokens)
        keys = padding_mask(torch.tensor([self.real]), n)[0]
        if self.side == "left":
            keys = keys.flip(0)
        rules = combine_masks(causal_mask(n) if self.causal else None, sliding_window_mask(n, self.window), keys[None])
        assert rules is not None  # the window is always there
        mask = rules.clone()
        for i, j in self.flips:
            mask[i, j] = ~mask[i, j]
        return mask

    @property
    def visible(self) -> Tensor:
        """What can influence what after `depth` layers, (n, n), as `course_lib.layers.reach.reachable` gives it."""
        return reachable(self.mask, self.depth)

    def poster(self) -> Figure:
        return plot_masks({"the mask": self.mask, f"after {self.depth} layer{'s' * (self.depth > 1)}": self.visible})
