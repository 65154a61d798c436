"""A race of seven optimizers over a chosen loss of two weights: start, rates, beta, steps, noise and the loss's scale can be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.descent import plot_descents
from course_lib.figures.labs.base import Lab
from course_lib.training.landscapes import Landscape, bowl, dip, four_valleys, plateau, ravine, rotated, saddle, scaled
from course_lib.training.race import RACERS, make_optimizer, race

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_STEPS = 300
LOST = 1e6  # a weight this large is off every map: the racer is taken out
SURFACES: dict[str, Landscape] = {
    "round bowl": bowl(),
    "narrow valley": bowl(25.0),
    "narrow valley, turned": rotated(bowl(25.0), 45),
    "saddle": saddle(),
    "plateau": plateau(),
    "narrow dip": dip(0.2),
    "wide dip": dip(0.7),
    "bent valley": ravine(),
    "four valleys": four_valleys(),
}
RATES = {"SGD": 0.07, "momentum": 0.07, "Nesterov": 0.07, "Adagrad": 0.5, "RMSProp": 0.05, "Adam": 0.1, "AdamW": 0.1}
PLAIN = {"surface": "narrow valley", "x": 2.5, "y": 1.0, "steps": 60, "beta": 0.9, "noise": 0.0, "factor": 1.0}


def experiment(question: str, racing: str, rates: dict[str, float] | None = None, **changes: Any) -> dict[str, Any]:
    """A setting worth looking at; what is not said is as the lab opens."""
    surface = SURFACES[changes.get("surface", PLAIN["surface"])]
    start = {"x": round(surface.start[0], 6), "y": round(surface.start[1], 6)}
    names = list(RACERS) if racing == "all" else racing.split(", ")
    return {**PLAIN, **start, **changes, "question": question, "racing": names, "rates": {**RATES, **(rates or {})}}


EXPERIMENTS = [
    experiment("All seven in a narrow valley", "all"),
    experiment("A hair below the limit of 0.08, and a hair above", "SGD, momentum", {"SGD": 0.081, "momentum": 0.079}, steps=120, beta=0.0),
    experiment("What does momentum save? (each at its best)", "SGD, momentum", {"SGD": 0.077, "momentum": 0.2}, steps=40, beta=0.44),
    experiment("Start on the axis of the saddle", "SGD, momentum, Adam", {"SGD": 0.1, "momentum": 0.1}, surface="saddle", y=0.0, steps=200),
    experiment("Start one millionth beside it", "SGD, momentum, Adam", {"SGD": 0.1, "momentum": 0.1}, surface="saddle", steps=200),
    experiment("Stuck on the plateau", "SGD, momentum, Adam, RMSProp", {"SGD": 0.1, "momentum": 0.1}, surface="plateau", steps=100),
    experiment("Coast through a narrow dip", "SGD, momentum", {"SGD": 0.1, "momentum": 0.1}, surface="narrow dip", steps=250),
    experiment("A wide dip holds", "SGD, momentum", {"SGD": 0.1, "momentum": 0.1}, surface="wide dip", steps=250),
    experiment("Gradients a million times smaller", "all", factor=1e-6),
    experiment("Turn the valley by 45 degrees", "all", surface="narrow valley, turned"),
    experiment("The noise of small batches", "SGD, momentum, Adam", {"SGD": 0.05, "momentum": 0.05}, noise=4.0, steps=300),
    experiment("Where you start decides", "SGD, momentum, Adam, Adagrad", surface="four valleys", steps=200),
    experiment("Round the bend", "all", {"SGD": 0.01, "momentum": 0.01, "Nesterov": 0.01}, surface="bent valley", steps=300),
]


class OptimizerRace(Lab):
    """Send up to seven optimizers over a loss of two weights and compare where they get.

    Args:
        state: any setting to open with; the first experiment gives the others.

    Raises:
        ValueError: a surface or an optimizer has no such name.

    Source: DNN 16.12.

    >>> lab = OptimizerRace(surface="round bowl", x=4.0, y=0.0, steps=2, rates={"SGD": 0.5}, racing=["SGD"])
    >>> lab.paths["SGD"][-1].tolist(), lab.loss("SGD")
    ([1.0, 0.0], 0.5)
    """

    name = "optimizer-race"
    alt = (
        "A race of seven optimizers over the contour lines of a loss of two weights. The surface, the start, the number of steps, beta, "
        "noise on the gradients, a factor on the loss, and each optimizer's learning rate can be changed, and each optimizer switched off. "
        "A table gives the loss and both weights of each at the end, a chart the loss after each step."
    )
    caption = (
        "Each dot is one update. Guess before you race: choose an experiment, cover the table, and say who will be lowest. Click on the "
        "map or type to move the start. The dashed ring is the start, the cross the lowest point; the chart's scale is logarithmic."
    )

    surface = traitlets.Unicode("narrow valley").tag(sync=True)
    x = traitlets.Float(2.5).tag(sync=True)
    y = traitlets.Float(1.0).tag(sync=True)
    steps = traitlets.Int(60, min=1, max=MOST_STEPS).tag(sync=True)
    beta = traitlets.Float(0.9, min=0.0, max=0.99).tag(sync=True)
    noise = traitlets.Float(0.0, min=0.0).tag(sync=True)
    factor = traitlets.Float(1.0).tag(sync=True)
    rates = traitlets.Dict().tag(sync=True)
    racing = traitlets.List(traitlets.Unicode()).tag(sync=True)
    surfaces = traitlets.Dict().tag(sync=True)
    experiments: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    draws = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)

    def __init__(self, **state: Any) -> None:
        opening = {key: value for key, value in EXPERIMENTS[0].items() if key != "question"}
        given = {**opening, **state, "rates": {**RATES, **state.get("rates", {})}}
        if given["surface"] not in SURFACES:
            raise ValueError(f"no surface is called {given['surface']!r}: there are {', '.join(SURFACES)}")
        for name in (*given["racing"], *given["rates"]):
            make_optimizer(name, [torch.nn.Parameter(torch.zeros(1))], 0.1)
        maps = {name: {"low": landscape.low, "start": landscape.start, "extent": landscape.extent} for name, landscape in SURFACES.items()}
        generator = torch.Generator().manual_seed(0)
        draws = [[round(z, 7) for z in torch.randn(2, generator=generator, dtype=torch.float64).tolist()] for _ in range(MOST_STEPS)]
        plain = {name: {key: list(value) for key, value in entry.items() if value is not None} for name, entry in maps.items()}
        super().__init__(surfaces=plain, experiments=EXPERIMENTS, draws=draws, **given)

    @property
    def paths(self) -> dict[str, Tensor]:
        """Where each racer goes, (steps + 1, 2), by `course_lib.training.race` on the chosen landscape, its height times `factor`."""
        landscape = scaled(SURFACES[self.surface], self.factor)
        rates = {name: self.rates[name] for name in RACERS if name in self.racing}
        return race(landscape, rates, self.steps, beta=self.beta, start=(self.x, self.y), noise=self.noise * self.factor)

    def loss(self, name: str) -> float:
        """The height a racer ends at, before the factor."""
        return SURFACES[self.surface].height(self.paths[name][-1]).item()

    def lost(self, name: str) -> int | None:
        """The step at which a racer left every map, or None."""
        gone = ~(self.paths[name].abs().amax(-1) <= LOST)
        return int(gone.int().argmax()) if gone.any() else None

    def poster(self) -> Figure:
        return plot_descents({self.surface: (SURFACES[self.surface], self.paths)}, ncols=1, height=4.2)
