"""Answer the questions of the decision tree: the family, why, and what the three families cost at the sizes you set."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.models.choice import QUESTIONS, Choice, choose_family
from course_lib.models.family_cost import MATRICES, Family, FamilyCost, family_cost

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# (a task of the lecture, does it need new text, is there a separate source, is there a prompt)
TASKS = (
    ("sentiment analysis", False, False, True),
    ("part-of-speech tagging", False, False, True),
    ("named-entity recognition", False, False, True),
    ("span question answering", False, False, True),
    ("semantic similarity", False, False, True),
    ("chat", True, False, True),
    ("story generation", True, False, True),
    ("code completion", True, False, True),
    ("translation", True, True, True),
    ("summarization", True, True, True),
    ("image captioning", True, True, True),
)
FAMILIES: tuple[Family, ...] = ("encoder", "decoder", "encoder-decoder")


class ArchitectureChooser(Lab):
    """Walk the tree of DNN 16.5 and compare what the families cost.

    Args:
        new_text: whether the output needs new text.
        separate_source: whether a separate input has to be transformed.
        prompt: whether the input is a prompt.
        depth: L, blocks of each stack, a multiple of 3.
        width: d.
        source: n tokens.
        target: m tokens.
        equal: "depth" or "parameters": what encoder and decoder share with the encoder-decoder.

    Source: DNN 16.5.1.

    >>> lab = ArchitectureChooser(new_text=True, separate_source=True, equal="parameters")
    >>> lab.choice.family, lab.cost("decoder").products / lab.cost("encoder-decoder").products
    ('encoder-decoder', 2.0)
    """

    name = "architecture-chooser"
    alt = (
        "Three questions of a decision tree, answered yes or no, and the family they lead to with the reason. Below, a table of what "
        "encoder, decoder and encoder-decoder cost: parameters, multiply-adds, pairs, passes that wait for one another, numbers kept. "
        "Task, depth, width, lengths and what is held equal can be set."
    )
    caption = (
        "Pick a task of the lecture, or answer the questions yourself. Then compare costs: at equal *depth* the encoder-decoder holds "
        "and multiplies most; at equal *parameters* it multiplies half of what the decoder does. Passes follow the length of the target."
    )

    tasks = traitlets.List([list(task) for task in TASKS]).tag(sync=True)
    questions = traitlets.List(list(QUESTIONS)).tag(sync=True)
    leaves = traitlets.Dict().tag(sync=True)
    new_text = traitlets.Bool(False).tag(sync=True)
    separate_source = traitlets.Bool(False).tag(sync=True)
    prompt = traitlets.Bool(True).tag(sync=True)
    depth = traitlets.Int(6, min=3, max=48).tag(sync=True)
    width = traitlets.Int(512, min=64, max=8192).tag(sync=True)
    source = traitlets.Int(100, min=1, max=4000).tag(sync=True)
    target = traitlets.Int(20, min=0, max=4000).tag(sync=True)
    equal = traitlets.Enum(("depth", "parameters"), default_value="depth").tag(sync=True)

    def __init__(self, **state: Any) -> None:
        found = {
            "no": choose_family(new_text=False),
            "yes-yes": choose_family(new_text=True, separate_source=True),
            "yes-no-yes": choose_family(new_text=True),
            "yes-no-no": choose_family(new_text=True, prompt=False),
        }
        super().__init__(leaves={path: asdict(leaf) for path, leaf in found.items()}, **state)

    @property
    def choice(self) -> Choice:
        """Where the answers lead."""
        return choose_family(new_text=self.new_text, separate_source=self.separate_source, prompt=self.prompt)

    def cost(self, family: Family) -> FamilyCost:
        """What a family costs at these sizes, by `course_lib.models.family_cost.family_cost`."""
        depth = self.depth * MATRICES["encoder-decoder"] // MATRICES[family] if self.equal == "parameters" else self.depth
        return family_cost(family, depth=depth, d_model=self.width, source=self.source, target=self.target)

    def poster(self) -> Figure:
        from course_lib.figures.style import colour, figure

        fig, axes = figure(width=6.4, height=2.9, ncols=2)
        for ax, what, title in zip(axes, ("parameters", "products"), ("parameters, millions", "multiply-adds, billions"), strict=True):
            scale = 1e6 if what == "parameters" else 1e9
            values = [getattr(self.cost(family), what) / scale for family in FAMILIES]
            hues = [colour("orange" if family == self.choice.family else "blue") for family in FAMILIES]
            bars = ax.barh(["encoder", "decoder", "both"], values, color=hues)
            ax.bar_label(bars, fmt="%.1f", padding=3)
            ax.set(title=title, xlim=(0, 1.25 * max(values)))
            ax.invert_yaxis()
        return fig
