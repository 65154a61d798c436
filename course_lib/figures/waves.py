"""Pictures of sinusoidal positions: one pair of waves, and how alike two positions are by their distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from course_lib.figures.style import colour, figure
from course_lib.layers.positions import sinusoidal_positions

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_waves(width: int, pair: int, position: int, other: int, length: int = 100) -> Figure:
    """Draw the sine and the cosine of one pair of features over the positions, with two positions marked on them.

    Args:
        width: D.
        pair: which pair of features, from 0.
        position: the first marked position.
        other: the second.
        length: how many positions are drawn.

    Returns:
        A figure; dots stand at the first position, squares at the second.

    Raises:
        ValueError: the width has no such pair, or a position is not drawn.

    Source: DNN 16.2.2.

    >>> ax = plot_waves(4, 0, 3, 5).axes[0]
    >>> [round(float(line.get_ydata()[3]), 3) for line in ax.lines[:2]]
    [0.141, -0.99]
    """
    if not 0 <= pair < width // 2:
        raise ValueError(f"a width of {width} has pairs 0 to {width // 2 - 1}, not {pair}")
    if not (0 <= position < length and 0 <= other < length):
        raise ValueError(f"positions 0 to {length - 1} are drawn, not {position} and {other}")
    waves = sinusoidal_positions(length, width)[:, 2 * pair : 2 * pair + 2]
    fig, ax = figure(width=5.6, height=2.8)
    for column, name, hue, dash in ((0, "sine", "blue", "-"), (1, "cosine", "orange", "--")):
        ax.plot(range(length), waves[:, column].tolist(), color=colour(hue), linestyle=dash, label=f"feature {2 * pair + column}, {name}")
    for place, mark in ((position, "o"), (other, "s")):
        for column, hue in ((0, "blue"), (1, "orange")):
            ax.plot([place], [waves[place, column].item()], mark, color=colour(hue), markersize=9)
        ax.axvline(place, color=colour("faint"), linewidth=1, linestyle=":")
    ax.set(xlabel="position", xlim=(0, length - 1), ylim=(-1.15, 1.9), yticks=[-1, 0, 1])
    ax.legend(loc="upper center", ncols=2)
    return fig


def plot_clock_hands(width: int, positions: tuple[int, ...], shift: int) -> Figure:
    """Draw each pair of features as a hand on a circle, for some positions, and where the hand stands `shift` positions later.

    Args:
        width: D, of which each pair gets a circle.
        positions: which positions.
        shift: how many positions later the second hand stands.

    Returns:
        A figure with D / 2 circles; every hand of a circle turns by the same angle.

    Raises:
        ValueError: the width is odd or has more than four pairs.

    Source: DNN 16.2.2, relative distance.

    >>> len(plot_clock_hands(4, (3, 10), 2).axes)
    2
    """
    if width % 2 or not 2 <= width <= 8:
        raise ValueError(f"circles are drawn for 1 to 4 pairs of features, and a width of {width} has {width / 2:g}")
    table = sinusoidal_positions(max(positions) + shift + 1, width)
    fig, axes = figure(width=2.9 * (width // 2), height=3.3, ncols=width // 2, squeeze=False)
    turn = torch.linspace(0, 2 * torch.pi, 120)
    for pair, ax in enumerate(axes[0]):
        ax.plot(turn.cos(), turn.sin(), color=colour("grid"), linewidth=1.5)
        for place, hue in zip(positions, ("blue", "orange", "green"), strict=False):
            for at, dash in ((place, "-"), (place + shift, "--")):
                sine, cosine = table[at, 2 * pair].item(), table[at, 2 * pair + 1].item()
                ax.plot([0, cosine], [0, sine], color=colour(hue), linestyle=dash)
                ax.annotate(str(at), (1.16 * cosine, 1.16 * sine), ha="center", va="center", fontsize=11, color=colour(hue))
        ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal", title=f"features {2 * pair} and {2 * pair + 1}")
        ax.axis("off")
    return fig
