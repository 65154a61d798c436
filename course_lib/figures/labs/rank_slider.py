"""The rank slider: what a low-rank copy of a real update keeps of it, and how many numbers that takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import traitlets

from course_lib.figures.depth import plot_by_depth
from course_lib.figures.labs.base import Lab
from course_lib.layers.lora import lora_parameters
from course_lib.training.spectrum import Update, kept_share, recorded_updates, truncation_error

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class RankSlider(Lab):
    """Choose a rank and read off the share of the squared norm that is kept, the parameters and the error.

    Args:
        updates: the updates to choose from, all of one size; None takes the recorded ones.
        rank: r, from 1 to the smaller side.

    Raises:
        ValueError: there is no update, or they differ in size.

    Source: DNN 16.9.2, 16.9.3.

    >>> lab = RankSlider([Update(name="two directions", rows=2, columns=3, singular=(4.0, 3.0), weight_norm=10.0)], rank=1)
    >>> lab.numbers
    {'rank': 1, 'kept': 64.0, 'error': 0.6, 'parameters': 5, 'share': 83.33333333333333}
    """

    name = "rank-slider"
    alt = (
        "A slider for the rank and a list of updates: two of a real encoder's matrices after full fine-tuning, and random numbers. "
        "A curve shows the share of the squared norm kept by the best copy of each rank; a table gives that share, the error, the "
        "parameters and their share of the full matrix."
    )
    caption = (
        "Slide the rank from 1 upwards and watch how much of the real update each step buys. Then choose random numbers: "
        "the same ranks keep next to nothing. At rank 192 the two thin matrices hold as many numbers as the full one."
    )

    rank = traitlets.Int(8, min=1).tag(sync=True)
    chosen = traitlets.Int(0, min=0).tag(sync=True)
    names = traitlets.List(traitlets.Unicode()).tag(sync=True)
    singular = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    rows = traitlets.Int().tag(sync=True)
    columns = traitlets.Int().tag(sync=True)

    def __init__(self, updates: Sequence[Update] | None = None, **state: Any) -> None:
        updates = recorded_updates() if updates is None else updates
        if len({(update.rows, update.columns) for update in updates}) != 1:
            raise ValueError(f"the slider compares updates of one size; got {[(u.rows, u.columns) for u in updates]}")
        super().__init__(
            names=[update.name for update in updates],
            singular=[list(update.singular) for update in updates],
            rows=updates[0].rows,
            columns=updates[0].columns,
            **state,
        )

    @property
    def numbers(self) -> dict[str, float]:
        """What the lab shows: rank, kept share in percent, error, parameters, and their share of the full matrix in percent."""
        values, count = self.singular[self.chosen], lora_parameters(self.rows, self.columns, self.rank)
        return {
            "rank": self.rank,
            "kept": 100 * kept_share(values, self.rank),
            "error": truncation_error(values, self.rank),
            "parameters": count,
            "share": 100 * count / (self.rows * self.columns),
        }

    def poster(self) -> Figure:
        lines = {
            name: [kept_share(values, r) for r in range(1, len(values) + 1)] for name, values in zip(self.names, self.singular, strict=True)
        }
        return plot_by_depth({"": lines}, xlabel="rank", ylabel="share kept", first=1, height=3.0)
