"""The graph of concepts: cards in a column, an arc for each pair that connects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.figures.concepts import CONCEPTS, links
from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_concepts() -> Figure:
    """Draw each revision card in the order of the notes, with arcs between those that connect; the more arcs, the larger its dot.

    Returns:
        A figure; the lecture's cards are blue and solid, ours orange and dashed.

    Source: DNN 16, Exam Revision Notes.

    >>> fig = plot_concepts()
    >>> len(fig.axes[0].patches) == len(links())
    True
    """
    from matplotlib.patches import Arc

    cards = [found for found in CONCEPTS if found.has_card]
    row = {found.name: -i for i, found in enumerate(cards)}
    ours = {found.name for found in cards if not found.from_lecture}
    degree = {name: sum(name in pair for pair in links()) for name in row}
    fig, ax = figure(width=6.0, height=6.4)
    reach = 0.0
    for a, b in links():
        span = row[a] - row[b]
        new = bool({a, b} & ours)
        arc = Arc(
            (0, (row[a] + row[b]) / 2),
            1.1 * span,
            span,
            theta1=-90,
            theta2=90,
            color=colour("orange" if new else "blue"),
            linestyle="--" if new else "-",
            linewidth=1.6,
        )
        ax.add_patch(arc)
        reach = max(reach, 0.55 * span)
    for found in cards:
        hue = colour("orange" if found.name in ours else "blue")
        ax.plot(0, row[found.name], "o", color=hue, markersize=4 + 1.5 * degree[found.name])
        ax.text(-0.9, row[found.name], found.title, ha="right", va="center", fontsize=11)
    ax.set(xlim=(-11.5, reach + 0.5), ylim=(-len(cards) + 0.4, 0.6))
    ax.axis("off")
    return fig
