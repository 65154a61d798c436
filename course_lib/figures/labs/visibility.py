"""Change one token and see which outputs of a model notice: an encoder, a decoder, an encoder-decoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.style import colour, figure
from course_lib.models.visibility import FAMILIES, family, noticed

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Visibility(Lab):
    """Three untrained models, one input token changed at a time.

    Args:
        source: the text that all three read.
        target: what the encoder-decoder is given of its target, from the beginning mark on.

    Raises:
        ValueError: there is no token to change.

    >>> lab = Visibility(["a", "b", "c"], ["[bos]", "d"], family="decoder", change=2)
    >>> lab.moved                                         # b itself and what comes after
    2
    """

    name = "visibility"
    alt = (
        "A list of the positions a model gives an output for, each with a bar: how far its output moves when one input token is exchanged. "
        "The family of the model and the token to exchange can be chosen."
    )
    caption = (
        "Exchange a token and see who notices. In the encoder everybody does. In the decoder only the token itself and what comes after. "
        "In the encoder-decoder a source token reaches all outputs, a target token only its own and later ones."
    )

    families = traitlets.Dict().tag(sync=True)
    family = traitlets.Unicode("encoder").tag(sync=True)
    change = traitlets.Int(1, min=1).tag(sync=True)

    def __init__(self, source: Sequence[str], target: Sequence[str], **state: Any) -> None:
        if not source or not target:
            raise ValueError("the models read a source and a target of at least one token each")
        families = {}
        for name in FAMILIES:
            inputs = [*source, *target] if name == "encoder-decoder" else [*source]
            read = family(name, len(source), len(target), vocab_size=len(source) + len(target) + 1)
            moves = noticed(read, torch.arange(len(inputs)), other=len(source) + len(target))
            outputs = [*target] if name == "encoder-decoder" else [*source]
            families[name] = {"inputs": inputs, "outputs": outputs, "moves": [[round(x, 6) for x in row] for row in moves.tolist()]}
        super().__init__(families=families, **state)

    @property
    def row(self) -> list[float]:
        """How far each output moves at this setting."""
        moves: list[list[float]] = self.families[self.family]["moves"]
        return moves[min(self.change, len(moves)) - 1]

    @property
    def moved(self) -> int:
        """How many outputs move at all."""
        return sum(move > 0 for move in self.row)

    def poster(self) -> Figure:
        shown = self.families[self.family]
        fig, ax = figure(width=5.0, height=0.4 * len(shown["outputs"]) + 1.0)
        ax.barh(range(len(self.row)), self.row, color=colour("blue"))
        ax.set_yticks(range(len(self.row)), shown["outputs"])
        ax.set(xlabel="change of the output", title=f"{self.family}: {shown['inputs'][self.change - 1]} exchanged")
        ax.invert_yaxis()
        return fig
