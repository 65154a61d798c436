"""Attention weights as pictures: areas, heat maps, and lines from one word to the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from course_lib.figures.style import colour, diverging, figure, ink_on, sequential

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HUES = ("blue", "orange", "green", "pink", "gold", "slate")


def plot_weights(weights: Tensor, values: Tensor) -> Figure:
    """Draw one row of attention as columns: width is weight, height is value, so the area is the output.

    Args:
        weights: (S,), at least 0, summing to 1.
        values: (S,), one number behind each key.

    Returns:
        A figure. A key with no weight has no width, and is not drawn.

    Raises:
        ValueError: there is not one value for each weight, or the weights do not sum to 1.

    Source: LLM 2, "One Head, Step by Step".

    >>> fig = plot_weights(torch.tensor([0.125, 0.25, 0.625]), torch.tensor([8.0, 4.0, 0.0]))
    >>> [float(bar.get_width()) for bar in fig.axes[0].patches]
    [0.125, 0.25, 0.625]
    """
    if weights.dim() != 1 or weights.shape != values.shape:
        raise ValueError(f"one row of weights and one value for each are drawn; got {tuple(weights.shape)} and {tuple(values.shape)}")
    if abs(weights.sum().item() - 1) > 1e-3:
        raise ValueError(f"attention weights sum to 1, and these sum to {weights.sum().item():.3f}")
    fig, ax = figure(width=5.6, height=2.8)
    left, output = 0.0, (weights * values).sum().item()
    for key, (weight, value) in enumerate(zip(weights.tolist(), values.tolist(), strict=True)):
        if weight > 0:
            ax.bar(left, value, width=weight, align="edge", color=colour(HUES[key % len(HUES)]), edgecolor=colour("paper"), linewidth=2)
            note = f"key {key + 1}\n{weight:.3g} × {value:.3g}"
            ax.annotate(note, (left + weight / 2, max(value, 0)), (0, 4), textcoords="offset points", ha="center", va="bottom", fontsize=10)
        left += weight
    ax.axhline(output, color=colour("ink"), linestyle="--", linewidth=1.5)
    ax.annotate(f"output {output:.3g}", (1, output), (-2, 3), textcoords="offset points", ha="right", va="bottom")
    ax.set(xlim=(0, 1), xlabel="weight (widths sum to 1)", ylabel="value")
    ax.margins(y=0.3)
    return fig


def plot_heat(
    weights: Tensor,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    ax: Axes | None = None,
    title: str = "",
    signed: bool = False,
    digits: int | None = 2,
    labels: tuple[str, str] = ("key", "query"),
    fontsize: float = 10.5,
) -> Figure:
    """Draw a matrix with named rows and columns, each cell with its number.

    Args:
        weights: (L, S).
        rows: L labels, one a query.
        columns: S labels, one a key.
        ax: where to draw; None makes a figure.
        title: a line above.
        signed: numbers below zero mean something: a colour map with a middle.
        digits: decimals written into the cells; None writes none. A cell of exactly 0 stays empty.
        labels: the names of the horizontal and vertical axes.
        fontsize: of the numbers, in points.

    Returns:
        The figure the cells are in.

    Raises:
        ValueError: the labels do not fit the matrix.

    Source: ours.

    >>> fig = plot_heat(torch.eye(2), ["it", "was"], ["it", "was"])
    >>> [label.get_text() for label in fig.axes[0].get_yticklabels()]
    ['it', 'was']
    """
    if tuple(weights.shape) != (len(rows), len(columns)):
        raise ValueError(f"{len(rows)} row and {len(columns)} column labels do not fit a matrix of shape {tuple(weights.shape)}")
    if ax is None:
        _, ax = figure(width=min(7.0, 1.8 + 0.55 * len(columns)), height=1.3 + 0.36 * len(rows))
    matrix = weights.detach().float().cpu()
    top = matrix.abs().max().item() or 1.0
    mesh = ax.pcolormesh(
        matrix.numpy(),
        cmap=diverging() if signed else sequential(),
        vmin=-top if signed else 0,
        vmax=top,
        edgecolors=colour("paper"),
        linewidth=1,
    )
    for (i, j), number in zip(
        torch.cartesian_prod(torch.arange(len(rows)), torch.arange(len(columns))).tolist(), matrix.flatten().tolist(), strict=True
    ):
        if digits is not None and number != 0:
            text = f"{round(number, digits) + 0.0:.{digits}f}".replace("-", "\u2212")
            ax.text(j + 0.5, i + 0.5, text, ha="center", va="center", fontsize=fontsize, color=ink_on(tuple(mesh.to_rgba(number))))
    ax.set_xticks(
        [j + 0.5 for j in range(len(columns))],
        columns,
        rotation=45 if max(map(len, columns)) > 3 else 0,
        ha="right" if max(map(len, columns)) > 3 else "center",
    )
    ax.set_yticks([i + 0.5 for i in range(len(rows))], rows)
    ax.tick_params(length=0)
    ax.invert_yaxis()
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.set(xlabel=labels[0], ylabel=labels[1], title=title)
    fig = ax.get_figure()
    assert fig is not None
    return fig  # type: ignore[return-value]


def plot_selection(sentences: Mapping[str, tuple[Sequence[str], Tensor]], query: int, watched: Sequence[int]) -> Figure:
    """Draw, for each sentence, arcs from one word to the others, as thick as its attention to them.

    Args:
        sentences: a title for each sentence, with its n tokens and the weights of the query's row, (n,).
        query: the position that asks, the same in each, counted from 0.
        watched: positions, at most six, whose arcs are coloured and carry their weight in figures.

    Returns:
        A figure with one row for each sentence.

    Raises:
        ValueError: a row does not have one weight for each token.

    Source: the figure described in LLM 2, "Why Selective Context Matters" (slide 13), from computed weights.

    >>> fig = plot_selection({"one head": (["the", "cat", "it"], torch.tensor([0.1, 0.7, 0.2]))}, query=2, watched=[1])
    >>> [text.get_text() for text in fig.axes[0].texts]
    ['the', 'cat', 'it', '0.70']
    """
    fig, axes = figure(width=7.0, height=1.9 * len(sentences), nrows=len(sentences), squeeze=False)
    shade = {j: HUES[n] for n, j in enumerate(watched)}
    t = torch.linspace(0, 1, 40)
    for ax, (title, (tokens, weights)) in zip(axes[:, 0], sentences.items(), strict=True):
        if tuple(weights.shape) != (len(tokens),):
            raise ValueError(f"{len(tokens)} tokens need {len(tokens)} weights; got {tuple(weights.shape)}")
        for j, token in enumerate(tokens):
            bold, hue = "bold" if j == query or j in shade else "normal", "ink" if j == query else shade.get(j, "faint")
            ax.text(j, 0, token, ha="center", va="top", fontsize=11, fontweight=bold, color=colour(hue))
        for j in sorted(set(range(len(tokens))) - {query}, key=lambda j: (j in shade, weights[j].item())):
            height = 0.5 * abs(j - query) ** 0.7
            arc = 0.12 + height * 4 * t * (1 - t)
            thickness = 0.4 + 11 * weights[j].item()
            ax.plot(query + (j - query) * t, arc, color=colour(shade.get(j, "faint")), linewidth=thickness, solid_capstyle="round")
            if j in shade:
                ax.text(j, -0.42, f"{weights[j].item():.2f}", ha="center", va="top", color=colour(shade[j]), fontsize=12, fontweight="bold")
        ax.set(xlim=(-0.6, len(tokens) - 0.4), ylim=(-0.95, 0.2 + 0.5 * max(query, len(tokens) - query) ** 0.7))
        ax.set_title(title, loc="left")
        ax.axis("off")
    return fig
