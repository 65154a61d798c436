"""Text cut into tokens, and what a model says may come next, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torch import Tensor

from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_pieces(rows: Sequence[tuple[str, Sequence[str]]], *, width: float = 4.8) -> Figure:
    """Draw, for each row, a label and the pieces of a text in boxes.

    Args:
        rows: (label, pieces), one row each; a space inside a piece is drawn as an open box.
        width: inches.

    Returns:
        A figure with one row of boxes for each.

    Source: ours.

    >>> fig = plot_pieces([("start", ["l", "o", "w"]), ("end", ["low"])])
    >>> [text.get_text() for text in fig.axes[0].texts]
    ['start', 'l', 'o', 'w', 'end', 'low']
    """
    from matplotlib.patches import FancyBboxPatch

    shown = [(label, [piece.replace(" ", "\N{OPEN BOX}") for piece in pieces]) for label, pieces in rows]
    letter, gap, margin = 1.0, 0.9, max(len(label) for label, _ in shown) * 0.95 + 1.2
    reach = margin + max(sum(len(piece) * letter + gap for piece in pieces) for _, pieces in shown)
    fig, ax = figure(width=width, height=0.42 * len(shown) + 0.1)
    for row, (label, pieces) in enumerate(shown):
        left = margin
        ax.text(margin - 0.8, row, label, ha="right", va="center", fontsize=11)
        for piece in pieces:
            wide = len(piece) * letter + 0.4
            box = FancyBboxPatch(
                (left, row - 0.34), wide, 0.68, boxstyle="round,pad=0,rounding_size=0.15", fc="none", ec=colour("blue"), lw=1.5
            )
            box.set_mutation_aspect(0.5)
            ax.add_patch(box)
            ax.text(left + wide / 2, row, piece, ha="center", va="center", fontsize=11, family="monospace")
            left += len(piece) * letter + gap
    ax.set(xlim=(0, reach), ylim=(len(shown) - 0.4, -0.6))
    ax.axis("off")
    return fig


def plot_next(tokens: Sequence[str], probabilities: Sequence[tuple[str, Tensor]], *, width: float = 5.4) -> Figure:
    """Draw the same tokens' probabilities under several ways of choosing, one panel a way.

    Args:
        tokens: labels of the tokens shown, best first.
        probabilities: (title, (tokens,)) for each way.
        width: inches.

    Returns:
        A figure with one panel of bars for each; a token with probability 0 has no bar.

    Source: ours.

    >>> import torch
    >>> fig = plot_next(["the", "a"], [("as it is", torch.tensor([0.7, 0.3])), ("greedy", torch.tensor([1.0, 0.0]))])
    >>> [ax.get_title() for ax in fig.axes]
    ['as it is', 'greedy']
    """
    columns = min(2, len(probabilities))
    rows = -(-len(probabilities) // columns)
    fig, axes = figure(width=width, height=rows * (0.26 * len(tokens) + 0.8), nrows=rows, ncols=columns, sharey=True, squeeze=False)
    for ax in axes.flat[len(probabilities) :]:
        ax.axis("off")
    names = [token.replace(" ", "\N{OPEN BOX}") for token in tokens]
    for ax, (title, p) in zip(axes.flat, probabilities, strict=False):
        ax.barh(range(len(names)), p.tolist(), color=[colour("blue") if x > 0 else colour("grid") for x in p.tolist()])
        ax.set_yticks(range(len(names)), names, family="monospace")
        ax.set(title=title, xlim=(0, 1), xticks=[0, 0.5, 1])
    axes.flat[0].invert_yaxis()  # the panels share it
    return fig
