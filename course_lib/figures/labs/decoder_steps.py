"""A decoder at work, step by step: what it has written, what it would write next, and where it looks. The runs were made by real models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.tokens import plot_next
from course_lib.layers.attention import softmax

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = 4


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run of a decoder.

    Args:
        title: what a reader chooses it by.
        start: what stood there before the first step, words.
        tokens: the vocabulary, V strings.
        logits: (steps, V), the scores of each step.
        source: the words that cross-attention can see; empty for a decoder alone.
        looks: (steps, S), where each step looked in the source; None for a decoder alone.

    Raises:
        ValueError: the shapes do not fit.

    >>> Run(title="x", start=["a"], tokens=["a", "b"], logits=torch.zeros(3, 2)).steps
    3
    """

    title: str
    start: Sequence[str]
    tokens: Sequence[str]
    logits: Tensor
    source: Sequence[str] = ()
    looks: Tensor | None = None

    def __post_init__(self) -> None:
        if self.logits.dim() != 2 or self.logits.shape[1] != len(self.tokens) or not len(self.logits):
            raise ValueError(f"{len(self.tokens)} tokens need logits (steps, {len(self.tokens)}); got {tuple(self.logits.shape)}")
        seen = (len(self.logits), len(self.source))
        if (tuple(self.looks.shape) if self.looks is not None else (seen[0], 0)) != seen:
            raise ValueError(f"{seen[0]} steps over {seen[1]} source words need weights of that shape")

    @property
    def steps(self) -> int:
        """How many tokens were written."""
        return len(self.logits)


class DecoderSteps(Lab):
    """Walk through runs of decoders that take the best token at each step.

    Args:
        runs: one or more. Logits are kept to three decimals, weights to four.

    Raises:
        ValueError: there is no run.

    >>> lab = DecoderSteps([Run(title="x", start=["a"], tokens=["a", "b"], logits=torch.tensor([[0.0, 0.0], [0.0, 1.0986]]))])
    >>> lab.step = 2
    >>> lab.picked, round(lab.joint, 3)
    (['a', 'b'], 0.375)
    """

    name = "decoder-steps"
    alt = (
        "A decoder writing one token at a time. A run and a step can be chosen. Shown are the tokens written so far, the four likeliest "
        "next tokens with their probabilities as numbers and bars, the token taken, the probability of everything written so far, and "
        "for the translator how much weight the step lays on each source word."
    )
    caption = (
        "Step through a run. What is taken moves into the input of the next step. In *the black cow sits* watch where each French word "
        "looks: *vache* at *cow*. The article and *assise* must agree with *cow* too. Do they look there, or at what is written already?"
    )

    runs = traitlets.List(traitlets.Dict()).tag(sync=True)
    run = traitlets.Int(0, min=0).tag(sync=True)
    step = traitlets.Int(1, min=1).tag(sync=True)

    def __init__(self, runs: Sequence[Run], **state: Any) -> None:
        if not runs:
            raise ValueError("there is no run to walk through: give at least one")
        rows = [
            {
                "title": run.title,
                "start": list(run.start),
                "tokens": list(run.tokens),
                "logits": [[round(x, 3) for x in row] for row in run.logits.tolist()],
                "source": list(run.source),
                "looks": [] if run.looks is None else [[round(x, 4) for x in row] for row in run.looks.tolist()],
            }
            for run in runs
        ]
        super().__init__(runs=rows, **state)

    @property
    def probabilities(self) -> Tensor:
        """What each step of the chosen run could be followed by, (steps, V)."""
        return softmax(torch.tensor(self.runs[self.run]["logits"], dtype=torch.float64))

    @property
    def picked(self) -> list[str]:
        """The tokens written up to the chosen step, each the likeliest of its step."""
        best = self.probabilities[: self.step].argmax(-1)
        return [self.runs[self.run]["tokens"][i] for i in best.tolist()]

    @property
    def joint(self) -> float:
        """The probability of all that was written up to the chosen step: the product of its steps'."""
        return float(self.probabilities[: self.step].amax(-1).prod())

    def poster(self) -> Figure:
        p = self.probabilities[self.step - 1]
        best = p.sort(descending=True, stable=True).indices[:SHOWN]
        return plot_next([self.runs[self.run]["tokens"][i] for i in best.tolist()], [(f"step {self.step}", p[best])], width=3.6)
