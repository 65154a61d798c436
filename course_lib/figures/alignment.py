"""Where a translator looked, against where it should have, and where the three attentions of an encoder-decoder stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from course_lib.figures.style import colour, figure
from course_lib.figures.weights import plot_heat
from course_lib.layers.multi_head import MultiHeadAttention

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot_alignments(walks: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Draw alignment matrices under each other, with a ring in each row round the word that is translated.

    Args:
        walks: a title for each, with "source" (S words), "written" (T words), "weights" (T lists of S) and "aligned" (T places).

    Returns:
        A figure.

    Raises:
        ValueError: the words do not fit the weights.

    Source: Bahdanau et al. 2015, figure 3; the figure described in LLM 2 (slide 32), from computed weights.

    >>> fig = plot_alignments({"fr": {"source": ["mai", "1991"], "written": ["1991"], "weights": [[0.2, 0.8]], "aligned": [1]}})
    >>> fig.axes[0].get_title()
    'fr'
    """
    rows = [len(walk["written"]) for walk in walks.values()]
    fig, axes = figure(width=5.2, height=sum(1.5 + 0.33 * n for n in rows), nrows=len(rows), squeeze=False, height_ratios=rows)
    for ax, (title, walk) in zip(axes[:, 0], walks.items(), strict=True):
        weights = torch.tensor(walk["weights"])
        plot_heat(weights, walk["written"], walk["source"], ax=ax, title=title, digits=None, labels=("read", "written"))
        places = [place + 0.5 for place in walk["aligned"]]
        middles = [row + 0.5 for row in range(len(places))]
        ax.scatter(places, middles, s=110, facecolors="none", edgecolors=colour("orange"), linewidths=2.5)
    return fig


def plot_encoder_decoder(model: nn.Module, visible: Mapping[str, Tensor]) -> Figure:
    """Draw one encoder block and one decoder block from their modules, and beside them what each attention may see.

    Args:
        model: has `encoder.blocks` and `decoder.blocks`, whose attentions are `MultiHeadAttention`.
        visible: boolean matrices (queries, keys) under the names "encoder self", "decoder self" and "cross".

    Returns:
        A figure.

    Raises:
        KeyError: one of the three matrices is missing.

    Source: Vaswani et al. 2017, figure 1; the figure described in LLM 2 (slide 33), from the model's modules.

    >>> from course_lib.models.encoder_decoder import Translator, TranslatorConfig
    >>> model = Translator(TranslatorConfig(source_vocab=9, target_vocab=9, depth=1, d_model=8, num_heads=2, d_hidden=16))
    >>> seen = {name: torch.ones(2, 3, dtype=torch.bool) for name in ("encoder self", "decoder self", "cross")}
    >>> len(plot_encoder_decoder(model, seen).axes)
    4
    """
    fig, axes = figure(width=6.2, height=6.4, nrows=2, ncols=3, height_ratios=[2.2, 1])
    grid = axes[0, 0].get_gridspec()
    for ax in axes[0]:
        ax.remove()
    top = fig.add_subplot(grid[0, :])
    top.axis("off")
    top.set(xlim=(0, 10), ylim=(-0.6, 6.2))
    _column(top, model.encoder.blocks[0], 0.2, "encoder block")  # type: ignore[union-attr, index, arg-type]
    cross = _column(top, model.decoder.blocks[0], 5.6, "decoder block")["cross_attention"]  # type: ignore[union-attr, index, arg-type]
    top.annotate("", (5.5, cross), (4.5, cross), arrowprops={"arrowstyle": "-|>", "color": colour("orange"), "linewidth": 2.5})
    top.text(5.0, cross + 0.25, "K, V", ha="center", color=colour("orange"), fontsize=12, fontweight="bold")
    for ax, name in zip(axes[1], ("encoder self", "decoder self", "cross"), strict=True):
        seen = visible[name].float()
        ax.pcolormesh(seen.numpy() * 0.75, cmap="Blues", vmin=0, vmax=1, edgecolors=colour("faint"), linewidth=1)
        ax.invert_yaxis()
        ax.set_aspect("equal")
        ax.set(title=name, xlabel="key", ylabel="query", xticks=[], yticks=[])
    return fig


def _column(ax: Axes, block: nn.Module, left: float, title: str) -> dict[str, float]:
    """Draw the sublayers of a block from the bottom up, and say at which height each stands."""
    heights = {}
    parts = [(name, part) for name, part in block.named_children() if not name.startswith("norm")]
    for level, (name, part) in enumerate(parts):
        y = 0.4 + 1.7 * level
        heights[name] = y + 0.5
        hue = colour("blue") if isinstance(part, MultiHeadAttention) else colour("slate")
        ax.add_patch(_box(left, y, hue))
        ax.text(left + 2.1, y + 0.5, name.replace("_", "\n"), ha="center", va="center", fontsize=12, color=colour("paper"))
        arrow = {"arrowstyle": "-|>", "color": colour("faint"), "linewidth": 2}
        ax.annotate("", (left + 2.1, y), (left + 2.1, y - 0.7), arrowprops=arrow)
    ax.text(left + 2.1, 0.4 + 1.7 * len(parts) - 0.35, title, ha="center", va="bottom", fontsize=12, fontweight="bold")
    return heights


def _box(left: float, bottom: float, hue: str) -> Any:
    from matplotlib.patches import FancyBboxPatch

    return FancyBboxPatch((left, bottom), 4.2, 1.0, boxstyle="round,pad=0,rounding_size=0.15", facecolor=hue, edgecolor="none")
