"""A model drawn as the stack it is: one box for each part, from the input at the bottom to the scores at the top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_stack(parts: Sequence[tuple[str, tuple[int, ...]]], *, copies: dict[str, int] | None = None) -> Figure:
    """Draw the parts of a model from the bottom up, with the shape that leaves each.

    Args:
        parts: name and shape of the output, in the order they run.
        copies: how many times a part stands in the model, where that is more than once; it is drawn as a pile.

    Returns:
        The figure.

    Raises:
        ValueError: there is nothing to draw.

    Source: LLM 2, slide 90.

    >>> fig = plot_stack([("tokens", (8,)), ("block", (8, 768))], copies={"block": 12})
    >>> [text.get_text() for text in fig.axes[0].texts if text.get_text()]
    ['tokens', '8', '12 × block', '8 × 768']
    """
    if not parts:
        raise ValueError("there is nothing to draw: give at least one part")
    from matplotlib.patches import FancyBboxPatch

    copies = copies or {}
    fig, ax = figure(width=5.0, height=0.55 + 0.62 * len(parts))
    for row, (name, shape) in enumerate(parts):
        times = copies.get(name, 1)
        for sheet in reversed(range(min(times, 3))):
            corner = (0.1 + 0.05 * sheet, row + 0.08 * sheet)
            face = colour("paper") if sheet else colour("blue" if times > 1 else "grid")
            ax.add_patch(FancyBboxPatch(corner, 2.6, 0.55, boxstyle="round,pad=0.02", facecolor=face, edgecolor=colour("faint")))
        words = f"{times} × {name}" if times > 1 else name
        ink = colour("paper") if times > 1 else colour("ink")
        ax.text(1.4, row + 0.27, words, ha="center", va="center", color=ink)
        ax.text(3.1, row + 0.27, " × ".join(map(str, shape)), ha="left", va="center")
        if row:
            ax.annotate("", (1.4, row - 0.02), (1.4, row - 0.42), arrowprops={"arrowstyle": "->", "color": colour("faint")})
    ax.set(xlim=(0, 5.0), ylim=(-0.1, len(parts) - 0.1))
    ax.axis("off")
    return fig
