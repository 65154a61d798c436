"""Pictures of a stack: a vector before and after normalisation, a quantity layer by layer, and the tensors of one block to scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HUES = ("blue", "orange", "green", "pink", "gold", "slate")
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))  # so that lines differ without their colours too

Series = Mapping[str, Sequence[float] | Tensor]


def plot_normalised(features: Tensor, result: Tensor) -> Figure:
    """Draw each feature on one number line and what became of it on another, joined: lines cross where the order changes.

    Args:
        features: (n,), before.
        result: (n,), after; each line has its own scale.

    Returns:
        A figure with one joining line a feature.

    Raises:
        ValueError: the two differ in shape, or are not vectors.

    Source: DNN 16.3.1.

    >>> fig = plot_normalised(torch.tensor([5.0, 10.0]), torch.tensor([-1.0, 1.0]))
    >>> [text.get_text() for text in fig.axes[0].texts if text.get_gid() == "value"]
    ['5', '-1', '10', '1']
    """
    if features.dim() != 1 or features.shape != result.shape:
        raise ValueError(f"one result for each feature is drawn; got {tuple(features.shape)} features and {tuple(result.shape)} results")
    fig, ax = figure(width=6.4, height=2.6)
    for y in (0, 1):
        ax.axhline(y, color=colour("grid"), linewidth=1.5)
    for j, (before, after) in enumerate(zip(_spread_out(features), _spread_out(result), strict=True)):
        hue = colour(HUES[j % len(HUES)])
        ax.plot([before, after], [1, 0], color=hue, marker="o")
        for x, y, value, side in ((before, 1, features[j], 9), (after, 0, result[j], -9)):
            words = f"{value.item():.3g}".replace("e+0", "e")
            ax.annotate(words, (x, y), (0, side), textcoords="offset points", ha="center", va="bottom" if side > 0 else "top", gid="value")
    ax.text(-0.06, 1, "x", ha="right", va="center")
    ax.text(-0.06, 0, "result", ha="right", va="center")
    ax.set(xlim=(-0.2, 1.08), ylim=(-0.35, 1.35))
    ax.axis("off")
    return fig


def plot_by_depth(
    panels: Mapping[str, Series],
    *,
    xlabel: str,
    ylabel: str,
    log: bool = False,
    first: int = 0,
    baseline: tuple[float, str] | None = None,
    floor: float = 0.0,
    height: float = 3.4,
) -> Figure:
    """Draw a quantity against the layer (or the step), one line for each arrangement and one panel for each group of them.

    Args:
        panels: title to lines; a line is a name and its values in order. An empty title writes none.
        xlabel, ylabel: what the axes count, with units.
        log: a logarithmic vertical axis. Values at or below `floor` are drawn on it.
        first: the number of the first value: 0 where it stands for the input, 1 for the first block.
        baseline: a value to draw as a dotted line in every panel, and its name.
        floor: the smallest value a logarithmic axis shows.
        height: inches.

    Returns:
        A figure; panels stand side by side and share their axes.

    Raises:
        ValueError: there is nothing to draw, or a logarithmic axis has no floor.

    >>> fig = plot_by_depth({"": {"plain": [1.0, 0.1], "residual": [1.0, 0.9]}}, xlabel="layer", ylabel="spread")
    >>> [line.get_label() for line in fig.axes[0].lines]
    ['plain', 'residual']
    """
    from matplotlib.ticker import MaxNLocator

    if not panels or not all(panels.values()):
        raise ValueError("there is nothing to draw: give each panel at least one line")
    if log and floor <= 0:
        raise ValueError(f"a logarithmic axis cannot show {floor}: give the smallest value to draw as floor, above 0")
    fig, axes = figure(width=6.8, height=height, ncols=len(panels), sharey=True, sharex=True, squeeze=False)
    for ax, (title, lines) in zip(axes[0], panels.items(), strict=True):
        for j, (name, values) in enumerate(lines.items()):
            ys = torch.as_tensor(values, dtype=torch.float64)
            ys = ys.clamp(min=floor) if log else ys
            style = {"color": colour(HUES[j % len(HUES)]), "linestyle": DASHES[j % len(DASHES)]}
            marks = {"marker": MARKERS[j % len(MARKERS)], "markersize": 6, "markevery": max(1, len(ys) // 12)}
            ax.plot(range(first, first + len(ys)), ys.tolist(), label=name, **style, **marks)
        if baseline is not None:
            ax.axhline(baseline[0], color=colour("faint"), linestyle=":", linewidth=1.5, label=baseline[1])
        if log:
            ax.set_yscale("log")
        ax.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
        ax.set(title=title, xlabel=xlabel)
        ax.grid(axis="y")
    axes[0, 0].set_ylabel(ylabel)
    _one_legend(fig, axes[0])
    return fig


def plot_tensors(tensors: Sequence[tuple[str, tuple[int, ...]]], *, bytes_each: int = 4) -> Figure:
    """Draw tensors to one scale: height is rows, width is columns, a third dimension is a pile of sheets.

    Args:
        tensors: name and shape, (rows, columns) or (sheets, rows, columns), from left to right.
        bytes_each: bytes a number takes: 4 in float32.

    Returns:
        A figure with name, shape and size in megabytes (10^6 bytes) under each.

    Raises:
        ValueError: a shape has neither two nor three dimensions.

    Source: DNN 16.3.4.

    >>> fig = plot_tensors([("input", (1000, 512)), ("scores", (8, 1000, 1000))])
    >>> len(fig.axes[0].patches)
    9
    """
    from matplotlib.patches import Rectangle

    if any(len(shape) not in (2, 3) for _, shape in tensors):
        raise ValueError(f"a matrix or a pile of matrices can be drawn; got shapes {[shape for _, shape in tensors]}")
    fig, ax = figure(width=6.8, height=2.9)
    tallest = max(shape[-2] for _, shape in tensors)
    gap, step, left = 0.4 * tallest, 0.06 * tallest, 0.0
    for j, (name, shape) in enumerate(tensors):
        sheets = shape[0] if len(shape) == 3 else 1
        rows, columns = shape[-2:]
        for sheet in reversed(range(sheets)):
            corner = (left + sheet * step, sheet * step)
            hue = colour(HUES[j % len(HUES)])
            ax.add_patch(Rectangle(corner, columns, rows, facecolor=hue, edgecolor=colour("paper"), linewidth=1.2))
        size = bytes_each
        for side in shape:
            size *= side
        words = f"{name}\n{' × '.join(map(str, shape))}\n{size / 1e6:.2f} MB"
        width = columns + (sheets - 1) * step
        ax.text(left + width / 2, -0.08 * tallest, words, ha="center", va="top", fontsize=10.5)
        left += width + gap
    ax.set(xlim=(-0.1 * tallest, left - 0.6 * gap), ylim=(-0.75 * tallest, 1.5 * tallest), aspect="equal")
    ax.axis("off")
    return fig


def _spread_out(values: Tensor) -> list[float]:
    """The values on a line from 0 to 1; all at its middle when they are equal."""
    low, high = values.min().item(), values.max().item()
    return [(v - low) / (high - low) if high > low else 0.5 for v in values.tolist()]


def _one_legend(fig: Figure, axes: Sequence[Axes]) -> None:
    """One legend under all panels, each name once."""
    seen = {label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    fig.legend(list(seen.values()), list(seen), loc="outside lower center", ncols=min(len(seen), 3), frameon=False)
