"""A data mixture to turn: how long the run, how the sources are weighed, and how often each is then read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.style import colour, figure
from course_lib.training.mixtures import epochs, temperature_weights

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WEIGHINGS = ("as published", "by a power of the size")


class Mixture(Lab):
    """Choose how a run samples its sources and see how many times it reads each.

    Args:
        tokens: available tokens of each source, in billions.
        published: their published weights.

    Raises:
        ValueError: the two name different sources.

    >>> lab = Mixture({"web": 400.0, "wiki": 4.0}, {"web": 0.9, "wiki": 0.1}, billions=400)
    >>> lab.epochs["wiki"]
    10.0
    """

    name = "mixture"
    alt = (
        "A table of data sources with their size, their share of the run and how many times the run reads them, with bars. The length of "
        "the run, the published weights or a power of the size, and that power can be changed."
    )
    caption = (
        "Start from the published weights, then weigh by size: at power 1 every source is read equally often, however small. Turn the "
        "power down and watch Wikipedia pass one epoch, then ten."
    )

    tokens = traitlets.Dict().tag(sync=True)
    published = traitlets.Dict().tag(sync=True)
    billions = traitlets.Int(300, min=50, max=1000).tag(sync=True)
    weighing = traitlets.Unicode(WEIGHINGS[0]).tag(sync=True)
    power = traitlets.Float(1.0, min=0.0, max=1.0).tag(sync=True)

    def __init__(self, tokens: Mapping[str, float], published: Mapping[str, float], **state: object) -> None:
        epochs(tokens, published, 1.0)
        super().__init__(tokens=dict(tokens), published=dict(published), **state)

    @property
    def weights(self) -> dict[str, float]:
        """The share of the run that comes from each source."""
        return dict(self.published) if self.weighing == WEIGHINGS[0] else temperature_weights(self.tokens, self.power)

    @property
    def epochs(self) -> dict[str, float]:
        """How many times the run reads each source."""
        return epochs(self.tokens, self.weights, float(self.billions))

    def poster(self) -> Figure:
        fig, ax = figure(width=5.6, height=2.8)
        names, read = list(self.tokens), self.epochs
        ax.barh(names, [read[name] for name in names], color=colour("blue"))
        ax.axvline(1, color=colour("ink"), linestyle="--", linewidth=1.5)
        for row, name in enumerate(names):
            ax.text(read[name] + 0.05, row, f"{read[name]:.2f}", va="center")
        ax.set(xlabel="times the run reads the source", xlim=(0, max(read.values()) * 1.2))
        ax.invert_yaxis()
        return fig
