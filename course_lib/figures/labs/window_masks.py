"""Four sparse patterns over one sequence: the pairs they look at, and what a stack of layers makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.layers.reach import reachable
from course_lib.layers.sparse import attended_pairs, dilated_window_mask, global_local_mask, sliding_window_mask

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PATTERNS = ("window", "dilated", "global", "random")
LENGTH = 24


class WindowMasks(Lab):
    """Choose a pattern and its sizes; count pairs, and what is within reach through some layers.

    Args:
        pattern: "window", "dilated", "global" (and local), or "random".
        window: k, keys on either side; the random pattern draws 2k others.
        dilation: step of the dilated window.
        globals: how many positions, from the first on, see all and are seen by all.
        depth: layers.
        seed: of the random pattern.

    Raises:
        ValueError: there is no such pattern.

    >>> lab = WindowMasks("window", window=2, depth=3)
    >>> lab.pairs, lab.reached, lab.layers_needed
    (114, 270, 12)
    """

    name = "window-masks"
    alt = (
        "A grid of 24 queries by 24 keys. A pattern of sparse attention, the keys on either side, the dilation, the number of global "
        "positions and the number of layers can be chosen. Shown are the pairs the pattern looks at, their share of all, the pairs "
        "within reach through all layers, and how many layers it takes until every position can hear of every other."
    )
    caption = (
        "Start with the window and add layers: the orange band grows by one window a layer. Choose *dilated* with a step of 2: every other "
        "cell stays empty for ever. Choose *global + local* with one global position: two layers reach everything."
    )

    n = traitlets.Int(LENGTH, min=2).tag(sync=True)
    pattern = traitlets.Enum(PATTERNS, default_value="window").tag(sync=True)
    window = traitlets.Int(2, min=0, max=8).tag(sync=True)
    dilation = traitlets.Int(2, min=1, max=6).tag(sync=True)
    globals = traitlets.Int(1, min=0, max=4).tag(sync=True)
    depth = traitlets.Int(1, min=1, max=12).tag(sync=True)
    ranking = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)

    def __init__(
        self, pattern: str = "window", window: int = 2, dilation: int = 2, globals: int = 1, depth: int = 1, seed: int = 0, **state: Any
    ) -> None:
        if pattern not in PATTERNS:
            raise ValueError(f"the patterns are {', '.join(PATTERNS)}; there is no {pattern!r}")
        # The draws of `random_sparse_mask`: with more keys a query keeps those it had.
        lottery = torch.rand(LENGTH, LENGTH, generator=torch.Generator().manual_seed(seed)).fill_diagonal_(2.0)
        ranking = lottery.argsort(dim=1, descending=True).tolist()
        sizes = {"window": window, "dilation": dilation, "globals": globals, "depth": depth}
        super().__init__(pattern=pattern, ranking=ranking, **sizes, **state)

    @property
    def mask(self) -> Tensor:
        """The pattern, (n, n)."""
        if self.pattern == "window":
            return sliding_window_mask(self.n, self.window)
        if self.pattern == "dilated":
            return dilated_window_mask(self.n, self.window, self.dilation)
        if self.pattern == "global":
            return global_local_mask(self.n, self.window, range(self.globals))
        winners = torch.tensor(self.ranking)[:, : 2 * self.window + 1]
        return torch.zeros(self.n, self.n, dtype=torch.bool).scatter_(1, winners, True)

    @property
    def pairs(self) -> int:
        """Pairs the pattern looks at."""
        return attended_pairs(self.mask)

    @property
    def reached(self) -> int:
        """Pairs within reach through all layers."""
        return attended_pairs(reachable(self.mask, self.depth))

    @property
    def layers_needed(self) -> int | None:
        """How many layers until every position can hear of every other; None if that never happens."""
        return next((depth for depth in range(1, self.n) if reachable(self.mask, depth).all()), None)

    def poster(self) -> Figure:
        from matplotlib.colors import ListedColormap

        from course_lib.figures.style import colour, figure

        mask = self.mask
        fig, ax = figure(width=3.8, height=4.0)
        cells = ListedColormap([colour("grid"), colour("orange"), colour("blue")])
        shown = reachable(mask, self.depth).int() + mask.int()
        ax.pcolormesh(shown.numpy(), cmap=cells, vmin=0, vmax=2, edgecolors=colour("paper"), linewidth=1)
        ax.invert_yaxis()
        ax.set(xticks=[], yticks=[], aspect="equal", xlabel="key", ylabel="query")
        ax.set_title(f"{self.pattern}: {self.pairs} of {self.n**2} pairs", fontsize=11)
        return fig
