"""Losses of two weights from above: contour lines, the paths optimizers take across them, and the valley each start ends in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from course_lib.training.landscapes import Landscape

HUES = ("blue", "orange", "green", "pink", "gold", "slate", "ink")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)), (0, (7, 2, 1, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def contour_levels(heights: Tensor, count: int = 12) -> list[float]:
    """Choose heights for contour lines so that about as much of the picture lies between any two neighbours.

    Args:
        heights: of a grid.
        count: how many lines.

    Returns:
        Heights, rising, each once.

    Source: ours.

    >>> contour_levels(torch.arange(101.0), 3)
    [25.0, 50.0, 75.0]
    """
    shares = torch.linspace(0, 1, count + 2, dtype=torch.float64)[1:-1]
    return sorted(set(torch.quantile(heights.double().flatten(), shares).tolist()))


def draw_contours(ax: Axes, landscape: Landscape, *, count: int = 12, points: int = 81) -> None:
    """Draw a landscape's contour lines, fainter the higher, and a cross at its lowest point.

    Args:
        ax: where.
        landscape: which.
        count: lines.
        points: samples along each side.

    Source: DNN 16.12.5.

    >>> from course_lib.training.landscapes import bowl
    >>> fig, ax = figure(width=3, height=3)
    >>> draw_contours(ax, bowl())
    >>> ax.get_xlabel()
    '$W_1$'
    """
    x, y, heights = landscape.grid(points)
    levels = contour_levels(heights, count)
    ax.contour(x, y, heights, levels=levels, colors=colour("faint"), linewidths=0.9, alpha=0.65, linestyles="solid")
    if landscape.low is not None:
        ax.plot(*landscape.low, marker="x", color=colour("ink"), markersize=9, markeredgewidth=2, linestyle="none", zorder=4)
    left, right, bottom, top = landscape.extent
    ax.set(xlim=(left, right), ylim=(bottom, top), xlabel="$W_1$", ylabel="$W_2$")


def plot_descents(
    panels: Mapping[str, tuple[Landscape, Mapping[str, Tensor]]], *, ncols: int = 2, height: float = 3.0, count: int = 12
) -> Figure:
    """Draw paths over contour lines, one panel for each landscape.

    Args:
        panels: title to a landscape and the paths over it, name to (steps + 1, 2); a path is cut off where it leaves the drawing.
        ncols: panels side by side.
        height: inches for each row of panels.
        count: contour lines in each.

    Returns:
        A figure with one legend; the start of a path is a ring, each dot one update.

    Raises:
        ValueError: there is no panel.

    Source: DNN 16.12.5, "each dot on the path".

    >>> from course_lib.training.landscapes import bowl, descend
    >>> from course_lib.training.optimizers import SGD
    >>> path = descend(bowl(), lambda p: SGD(p, lr=0.5), 3)
    >>> fig = plot_descents({"a bowl": (bowl(), {"SGD": path})}, ncols=1)
    >>> len(fig.axes[0].get_lines()), fig.axes[0].get_title()
    (3, 'a bowl')
    """
    if not panels:
        raise ValueError("there is nothing to draw: give at least one panel")
    nrows = -(-len(panels) // ncols)
    fig, axes = figure(width=6.6 if ncols > 1 else 5.2, height=height * nrows, nrows=nrows, ncols=ncols, squeeze=False)
    names = list(dict.fromkeys(name for _, paths in panels.values() for name in paths))
    for ax, (title, (landscape, paths)) in zip(axes.flat, panels.items(), strict=False):
        draw_contours(ax, landscape, count=count)
        for name, path in paths.items():
            _draw_path(ax, path, names.index(name), name, landscape.extent)
        ax.set_title(title)
    for ax in list(axes.flat)[len(panels) :]:
        ax.axis("off")
    seen = {label: handle for ax in axes.flat for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    if len(seen) > 1:
        fig.legend(list(seen.values()), list(seen), loc="outside lower center", ncols=min(len(seen), 4 if ncols > 1 else 3), frameon=False)
    return fig


def _draw_path(ax: Axes, path: Tensor, number: int, name: str, extent: tuple[float, float, float, float]) -> None:
    left, right, bottom, top = extent
    reach = 3 * max(right - left, top - bottom)
    inside = (path - torch.tensor([left + right, bottom + top]) / 2).abs().amax(-1) < reach
    kept = path[: len(path) if inside.all() else int(inside.int().argmin()) + 1].clamp(-4 * reach, 4 * reach)
    hue = colour(HUES[number % len(HUES)])
    every = max(1, len(kept) // 40)
    ax.plot(kept[0, 0], kept[0, 1], marker="o", markersize=9, markerfacecolor="none", markeredgecolor=colour("ink"), linestyle="none")
    style: dict[str, Any] = {
        "linestyle": DASHES[number % len(DASHES)],
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 3.5,
        "markevery": every,
    }
    ax.plot(kept[:, 0], kept[:, 1], color=hue, linewidth=1.5, label=name, **style)


def plot_basins(landscape: Landscape, starts: Tensor, reached: Tensor, valleys: Tensor) -> Figure:
    """Colour a grid of starts by the valley that each ends in.

    Args:
        landscape: where.
        starts: (rows, columns, 2).
        reached: number of the valley, (rows, columns).
        valleys: lowest points, (valleys, 2).

    Returns:
        A figure; each valley carries the loss at its lowest point.

    Raises:
        ValueError: starts and valleys reached do not belong together.

    Source: DNN 16.12.1, "weight initialization".

    >>> from course_lib.training.landscapes import four_valleys
    >>> starts = torch.tensor([[[-1.0, 0.0], [1.0, 0.0]], [[-1.0, 1.0], [1.0, 1.0]]])
    >>> fig = plot_basins(four_valleys(), starts, torch.tensor([[0, 1], [0, 1]]), torch.tensor([[-2.8, 3.1], [3.0, 2.0]]))
    >>> [text.get_text() for text in fig.axes[0].texts]
    ['0.35', '0.00']
    """
    if starts.shape[:-1] != reached.shape:
        raise ValueError(f"each start reaches one valley; got starts {tuple(starts.shape)} and valleys {tuple(reached.shape)}")
    fig, ax = figure(width=5.4, height=4.6)
    x, y = starts[0, :, 0], starts[:, 0, 1]
    for number, point in enumerate(valleys.tolist()):
        hue = colour(HUES[number % len(HUES)])
        here = (reached == number).double()
        if 0 < here.sum() < here.numel():
            ax.contourf(x, y, here, levels=[0.5, 1.5], colors=[hue], alpha=0.45)
        loss = landscape.height(torch.tensor(point)).item()
        ax.plot(*point, marker=MARKERS[number % len(MARKERS)], markersize=9, color=hue, markeredgecolor=colour("ink"), linestyle="none")
        box = {"facecolor": colour("paper"), "edgecolor": "none", "alpha": 0.85, "boxstyle": "round,pad=0.15"}
        ax.annotate(f"{loss:.2f}", point, (0, -17), textcoords="offset points", ha="center", va="center", bbox=box)
    draw_contours(ax, landscape, count=9)
    return fig
