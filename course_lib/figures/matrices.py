"""Matrices drawn to scale: products whose inner sides must match, and masks with what they hide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from torch import Tensor

from course_lib.figures.style import colour, diverging, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Named = tuple[str, Tensor, str, str]


def plot_products(products: Sequence[tuple[Named, Named, Named]], *, width: float = 5.0) -> Figure:
    """Draw A B = C with each matrix as large as it is, and the sides that must agree in one colour.

    Args:
        products: for each line three matrices, each as (name, matrix, name of its rows, name of its columns).
        width: inches.

    Returns:
        A figure with one line for each product, a cell for each number: orange above zero, blue below.

    Raises:
        ValueError: the shapes are not those of a product.

    Source: the figure described in LLM 2, "Shapes Before Arithmetic" (slide 40), from computed arrays.

    >>> import torch
    >>> q, k = torch.ones(3, 2), torch.ones(2, 3)
    >>> fig = plot_products([(("Q", q, "n", "d"), ("K^T", k, "d", "n"), ("S", q @ k, "n", "n"))])
    >>> len(fig.axes)
    1
    """
    for (a, left, *_), (b, right, *_), (c, result, *_) in products:
        if left.shape[-1] != right.shape[0] or tuple(result.shape) != (left.shape[0], right.shape[-1]):
            raise ValueError(f"{a} {tuple(left.shape)} times {b} {tuple(right.shape)} is not {c} {tuple(result.shape)}")
    heights = [max(m.shape[0] for _, m, *_ in line) + 3.6 for line in products]
    reach = max(sum(m.shape[1] for _, m, *_ in line) for line in products) + 9.0
    fig, ax = figure(width=width, height=width * sum(heights) / reach + 0.1)
    top = 0.0
    for line, height in zip(products, heights, strict=True):
        at = 1.2
        for place, (name, matrix, rows, columns) in enumerate(line):
            # the inner side in orange, the outer ones as they come out
            hues = (("blue", "orange"), ("orange", "green"), ("blue", "green"))[place]
            _matrix(ax, matrix, at, top + 1.3, f"${name}$", (rows, columns), hues)
            at += matrix.shape[1]
            if place < 2:
                ax.text(at + 1.2, top + 1.3 + line[0][1].shape[0] / 2, ("·", "=")[place], ha="center", va="center", fontsize=16)
            at += 3.1
        top += height
    ax.set(xlim=(0, reach), ylim=(top, 0), aspect="equal")
    ax.axis("off")
    return fig


def _matrix(ax: Axes, matrix: Tensor, left: float, top: float, name: str, sides: tuple[str, str], hues: tuple[str, str]) -> None:
    rows, columns = matrix.shape
    largest = matrix.detach().abs().max().item() or 1.0
    x, y = [left + j for j in range(columns + 1)], [top + i for i in range(rows + 1)]
    ax.pcolormesh(x, y, matrix.detach().numpy(), cmap=diverging(), vmin=-largest, vmax=largest, edgecolors=colour("paper"), linewidth=1)
    ax.text(left - 0.25, top + rows / 2, f"${sides[0]}$", ha="right", va="center", color=colour(hues[0]), fontweight="bold")
    ax.text(left + columns / 2, top - 0.2, f"${sides[1]}$", ha="center", va="bottom", color=colour(hues[1]), fontweight="bold")
    ax.text(left + columns / 2, top + rows + 0.25, name, ha="center", va="top", fontsize=13)


def plot_masks(masks: Mapping[str, Tensor], *, columns: int = 3, ticks: Sequence[str] | None = None) -> Figure:
    """Draw masks as grids: a dark cell is a key that the query of its row may see.

    Args:
        masks: a title for each boolean matrix, (L, S).
        columns: how many stand beside each other.
        ticks: S labels for the keys, and for the queries of a square mask; None counts from 1.

    Returns:
        A figure.

    Source: the figure described in LLM 2, "Masking the Future" (slide 48), from computed masks.

    >>> from course_lib.layers.masks import causal_mask
    >>> [ax.get_title() for ax in plot_masks({"causal": causal_mask(3)}).axes]
    ['causal']
    """
    from matplotlib.colors import ListedColormap

    columns = min(columns, len(masks))
    rows = -(-len(masks) // columns)
    fig, axes = figure(width=min(7.0, 2.0 * columns + 0.3), height=2.25 * rows, nrows=rows, ncols=columns, squeeze=False)
    for ax in axes.flat[len(masks) :]:
        ax.axis("off")
    cells = ListedColormap([colour("grid"), colour("blue")])
    for ax, (title, mask) in zip(axes.flat, masks.items(), strict=False):
        L, S = mask.shape
        ax.pcolormesh(mask.int().numpy(), cmap=cells, vmin=0, vmax=1, edgecolors=colour("paper"), linewidth=1.5)
        keys = [str(j + 1) for j in range(S)] if ticks is None else list(ticks)
        ax.set_xticks([j + 0.5 for j in range(S)], keys)
        ax.set_yticks([i + 0.5 for i in range(L)], keys if L == S else [str(i + 1) for i in range(L)])
        ax.tick_params(length=0)
        ax.invert_yaxis()
        ax.set(title=title, aspect="equal")
        for side in ("left", "bottom"):
            ax.spines[side].set_visible(False)
    return fig
