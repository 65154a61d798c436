"""A router with load and capacity: who wants which expert, who finds a place, and what the balance loss says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.layers.expert_traffic import next_best
from course_lib.layers.experts import capacity_mask, load_balancing_loss, top_k_routing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOKENS, EXPERTS = 16, 4


class Router(Lab):
    """Send sixteen tokens to four experts with a limited number of places.

    Args:
        k: experts a token uses, 1 or 2.
        pull: added to every score of expert 1, 0 to 3.
        factor: capacity factor, 0.5 to 2; an expert has ceil(factor * 16 k / 4) places.
        overflow: "drop", or "next" for the best expert that still has a place.

    Source: Fedus et al. 2021, section 2.2; LLM 2, "Routing Is a Systems Problem".

    >>> lab = Router(pull=2.0)
    >>> lab.wanted.tolist(), lab.served.tolist()
    ([13, 1, 2, 0], [4, 1, 2, 0])
    """

    name = "router"
    alt = (
        "Sixteen tokens choose among four experts. A bar for each expert shows how many tokens want it and how many it serves, with a line "
        "at its capacity. Choices for each token, a pull towards expert 1, the capacity factor and what happens to tokens without a place "
        "can be set; the tokens left out and the balance loss are given as numbers."
    )
    caption = (
        "Pull the router towards expert 1 and watch the others fall idle while tokens are dropped. A larger capacity factor serves them "
        "and pays with empty places. Sending them to the next best expert serves everybody, with an expert some did not ask for."
    )

    scores = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    k = traitlets.Enum((1, 2), default_value=1).tag(sync=True)
    pull = traitlets.Float(0.0, min=0.0, max=3.0).tag(sync=True)
    factor = traitlets.Float(1.0, min=0.5, max=2.0).tag(sync=True)
    overflow = traitlets.Enum(("drop", "next"), default_value="drop").tag(sync=True)

    def __init__(self, **state: Any) -> None:
        drawn = torch.randn(TOKENS, EXPERTS, generator=torch.Generator().manual_seed(4), dtype=torch.float64)
        super().__init__(scores=drawn.round(decimals=2).tolist(), **state)

    @property
    def logits(self) -> Tensor:
        """Router scores with the pull, (16, 4)."""
        return torch.tensor(list(self.scores), dtype=torch.float64) + self.pull * torch.eye(EXPERTS, dtype=torch.float64)[0]

    @property
    def capacity(self) -> int:
        """Places of each expert."""
        return math.ceil(self.factor * TOKENS * self.k / EXPERTS)

    @property
    def wanted(self) -> Tensor:
        """How many choices fall on each expert, (4,)."""
        return torch.bincount(top_k_routing(self.logits, self.k)[1].flatten(), minlength=EXPERTS)

    @property
    def served(self) -> Tensor:
        """How many choices each expert works on, (4,)."""
        if self.overflow == "next":
            chosen = next_best(self.logits, self.k, self.capacity).flatten()
            return torch.bincount(chosen[chosen >= 0], minlength=EXPERTS)
        indices = top_k_routing(self.logits, self.k)[1]
        return torch.bincount(indices[capacity_mask(indices, EXPERTS, self.capacity)], minlength=EXPERTS)

    @property
    def balance(self) -> float:
        """The load balancing loss: 1 when all experts are wanted alike."""
        return load_balancing_loss(self.logits, top_k_routing(self.logits, self.k)[1], EXPERTS).item()

    def poster(self) -> Figure:
        from course_lib.figures.style import colour, figure

        fig, ax = figure(width=5.6, height=2.6)
        places = range(1, EXPERTS + 1)
        ax.bar(places, self.wanted.tolist(), color="none", edgecolor=colour("ink"), width=0.7, label="wanted")
        ax.bar(places, self.served.tolist(), color=colour("blue"), width=0.55, label="served")
        ax.axhline(self.capacity, color=colour("orange"), linestyle="--", label="capacity")
        ax.set(xlabel="expert", ylabel="tokens", xticks=list(places), ylim=(0, max(*self.wanted.tolist(), self.capacity) + 1))
        fig.legend(loc="outside upper center", ncols=3)
        return fig
