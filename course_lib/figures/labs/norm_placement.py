"""Norm placement against depth: what the top of a toy stack still knows of its input, pre-norm and post-norm side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import torch
import traitlets

from course_lib.figures.depth import plot_by_depth
from course_lib.figures.labs.base import Lab
from course_lib.models.signals import Signals, follow, toy_stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class NormPlacement(Lab):
    """Stack up to 48 untrained toy blocks and follow the input upwards in both norm orders.

    Args:
        depth: blocks, 1 to 48.
        strength: factor on what each sublayer writes, 0.1 to 2.
        shown: "spread", "own" or "size".

    Source: LLM 2, "Layer Normalization"; Xiong et al. 2020.

    >>> lab = NormPlacement(depth=48)
    >>> lab.signals("pre")[47].spread > 0.3, lab.signals("post")[47].spread < 0.01
    (True, True)
    """

    name = "norm-placement"
    alt = (
        "A stack of up to 48 blocks, its depth and the strength of its sublayers to be set. A chart draws a quantity against depth with "
        "one line for pre-norm and one for post-norm: how far the tokens still differ, how much of the input arrives along its own path, "
        "or the size of the sum. A table gives all three at the chosen depth."
    )
    caption = (
        "Take the depth from 2 to 48. At 2 the orders hardly differ; at 48 post-norm has made the tokens one. Then turn the strength down "
        "to 0.3: a stack whose sublayers whisper keeps its tokens apart in either order."
    )

    depth = traitlets.Int(12, min=1, max=48).tag(sync=True)
    strength = traitlets.Float(1.0, min=0.1, max=2.0).tag(sync=True)
    shown = traitlets.Enum(("spread", "own", "size"), default_value="spread").tag(sync=True)
    tokens = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    matrices: traitlets.List[list[list[list[float]]]] = traitlets.List().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        x, matrices = toy_stack(depth=48)
        super().__init__(tokens=x.tolist(), matrices=matrices.tolist(), **state)

    def signals(self, norm: Literal["pre", "post"]) -> list[Signals]:
        """What is left after each of the 48 blocks, by `course_lib.models.signals.follow`."""
        x, matrices = (torch.tensor(rows, dtype=torch.float64) for rows in (list(self.tokens), list(self.matrices)))
        return follow(x, matrices, norm=norm, strength=self.strength)

    def poster(self) -> Figure:
        names = {"spread": "spread of the tokens", "own": "the input's own path", "size": "size of the sum"}
        orders: tuple[Literal["pre", "post"], ...] = ("pre", "post")
        lines = {f"{norm}-norm": [getattr(step, self.shown) for step in self.signals(norm)] for norm in orders}
        log = self.shown == "own"
        return plot_by_depth(
            {"": lines}, xlabel="blocks", ylabel=names[self.shown], first=1, log=log, floor=1e-8 if log else 0.0, height=2.8
        )
