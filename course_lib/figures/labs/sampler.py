"""Sampling controls on the logits of a trained model: temperature, top-k, top-p, and what is left to draw from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.decoding import apply_temperature, top_k_filter, top_p_filter
from course_lib.figures.labs.base import Lab
from course_lib.figures.tokens import plot_next

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = 8


class Sampler(Lab):
    """Turn one step's logits into the distribution that the next token is drawn from.

    Args:
        tokens: the vocabulary, V strings.
        prompts: prompt to the logits of its last position, (V,); they are kept to three decimals.

    Raises:
        ValueError: there is no prompt, or the logits of one are not one for each token.

    >>> lab = Sampler(["a", "b", "c"], {"x": torch.tensor([0.5, 0.3, 0.2]).log()}, top_k=2)
    >>> [round(p, 3) for p in lab.probabilities.tolist()]
    [0.625, 0.375, 0.0]
    """

    name = "sampler"
    alt = (
        "Sampling controls on the logits of a trained language model. A prompt, a temperature, top-k and top-p can be set. Bars and "
        "numbers show the probabilities of the eight best tokens; below stand how many tokens can be drawn and the entropy. A button draws."
    )
    caption = (
        "One row of logits, and what the controls make of it. Temperature 0 leaves one token, 2 makes hundreds nearly alike. Top-k keeps a "
        "number of tokens, top-p as many as it takes: change the prompt and see which of the two adapts. The model is the same throughout."
    )

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    logits = traitlets.Dict().tag(sync=True)
    prompt = traitlets.Unicode().tag(sync=True)
    temperature = traitlets.Float(1.0, min=0.0, max=2.0).tag(sync=True)
    top_k = traitlets.Int(0, min=0).tag(sync=True)
    top_p = traitlets.Float(1.0, min=0.0, max=1.0).tag(sync=True)

    def __init__(self, tokens: Sequence[str], prompts: Mapping[str, Tensor], **state: Any) -> None:
        if not prompts:
            raise ValueError("the sampler needs the logits of at least one prompt")
        for prompt, row in prompts.items():
            if tuple(row.shape) != (len(tokens),):
                raise ValueError(f"{len(tokens)} tokens need as many logits; those of {prompt!r} have shape {tuple(row.shape)}")
        logits = {prompt: [round(x, 3) for x in row.tolist()] for prompt, row in prompts.items()}
        super().__init__(tokens=list(tokens), logits=logits, **{"prompt": next(iter(prompts)), **state})

    @property
    def filtered(self) -> Tensor:
        """The logits after temperature, top-k and top-p of `course_lib.decoding`, (V,); a top-k of 0 leaves it out."""
        z = apply_temperature(torch.tensor(self.logits[self.prompt], dtype=torch.float64), self.temperature)
        if self.top_k:
            z = top_k_filter(z, self.top_k)
        return top_p_filter(z, self.top_p)

    @property
    def probabilities(self) -> Tensor:
        """What the next token is drawn from, (V,)."""
        return self.filtered.softmax(-1)

    def poster(self) -> Figure:
        p = self.probabilities
        best = p.sort(descending=True, stable=True).indices[:SHOWN]
        return plot_next([self.tokens[i] for i in best.tolist()], [(self.prompt, p[best])], width=3.6)
