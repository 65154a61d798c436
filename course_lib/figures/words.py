"""Word vectors as pictures: their coordinates as colours, and words as points in a plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from course_lib.figures.style import colour, diverging, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plane_of(vectors: Tensor) -> Tensor:
    """Project vectors to the plane in which they spread most (their first two principal components).

    Args:
        vectors: (V, D), two or more of them.

    Returns:
        (V, 2), centred. Signs are fixed: in each column the largest entry by size is positive.

    Source: principal component analysis, by the singular value decomposition.

    >>> plane_of(torch.tensor([[0.0, 0, 7], [1, 0, 7], [5, 0, 7]]))[:, 0].round().tolist()
    [-2.0, -1.0, 3.0]
    """
    centred = vectors - vectors.mean(0)
    _, _, axes = torch.linalg.svd(centred, full_matrices=False)
    points = centred @ axes[:2].T
    largest = points.gather(0, points.abs().argmax(0, keepdim=True)[:1])
    return points * torch.where(largest < 0, -1.0, 1.0)


def plot_coordinates(tables: Mapping[str, Tensor], words: Sequence[str]) -> Figure:
    """Draw word vectors as strips of colour, one cell for each coordinate.

    Args:
        tables: a title for each (V, D) table, drawn one below the other on one colour scale.
        words: V labels.

    Returns:
        A figure.

    Raises:
        ValueError: a table does not have one row for each word.

    Source: the figure described in LLM 2, "From IDs to Vectors" (the Word2Vec heat map), from computed arrays.

    >>> fig = plot_coordinates({"as learned": torch.eye(2)}, ["cat", "dog"])
    >>> [label.get_text() for label in fig.axes[0].get_yticklabels()]
    ['cat', 'dog']
    """
    for title, table in tables.items():
        if table.dim() != 2 or len(table) != len(words):
            raise ValueError(f"{len(words)} words need {len(words)} rows, and {title!r} has shape {tuple(table.shape)}")
    fig, axes = figure(width=6.4, height=(0.6 + 0.27 * len(words)) * len(tables) + 0.3, nrows=len(tables), squeeze=False)
    top = max(table.abs().max().item() for table in tables.values())
    for ax, (title, table) in zip(axes[:, 0], tables.items(), strict=True):
        ax.pcolormesh(table.numpy(), cmap=diverging(), vmin=-top, vmax=top)
        ax.set_yticks([i + 0.5 for i in range(len(words))], words)
        ax.set_xticks([])
        ax.tick_params(length=0)
        ax.invert_yaxis()
        ax.set_title(title, loc="left")
        for side in ("left", "bottom"):
            ax.spines[side].set_visible(False)
    axes[-1, 0].set_xlabel(f"coordinates 1 to {next(iter(tables.values())).shape[1]}")
    return fig


def plot_plane(
    points: Tensor, labels: Mapping[int, str], arrows: Sequence[tuple[Tensor, Tensor]] = (), target: Tensor | None = None
) -> Figure:
    """Draw words as points in a plane, with some of them named.

    Args:
        points: (V, 2).
        labels: which rows to name, and how.
        arrows: pairs of points (2,), drawn from the first to the second.
        target: a point (2,) drawn as a cross; None draws none.

    Returns:
        A figure. The axes have no numbers: their directions mean nothing by themselves.

    Source: ours.

    >>> fig = plot_plane(torch.tensor([[0.0, 1.0], [1.0, 0.0]]), {1: "dog"})
    >>> [text.get_text() for text in fig.axes[0].texts]
    ['dog']
    """
    fig, ax = figure(width=5.6, height=4.0)
    ax.scatter(*points.T.numpy(), s=22, color=colour("faint"))
    for tail, head in arrows:
        arrow = {"arrowstyle": "->", "color": colour("blue"), "linewidth": 2}
        ax.annotate("", tuple(head.tolist()), tuple(tail.tolist()), arrowprops=arrow)
    if target is not None:
        ax.scatter(*target.tolist(), s=90, marker="x", color=colour("orange"), linewidths=3)
    for row, name in labels.items():
        ax.annotate(name, tuple(points[row].tolist()), (5, 4), textcoords="offset points")
    ax.set(xticks=[], yticks=[])
    ax.margins(0.12)
    return fig
