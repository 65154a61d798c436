"""Pictures of what inspection finds: who sees whom, for several models side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import ListedColormap

from course_lib.figures.style import colour, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from torch import Tensor


def plot_visibility(seen: Mapping[str, Tensor], columns: int = 4) -> Figure:
    """Draw one grid for each model: a row is an output position, a column an input unit, dark where the row depends on it.

    Args:
        seen: name to boolean (rows, units), from `models.anatomy.visible`.
        columns: grids beside each other.

    Returns:
        The figure.

    Source: LLM 2, "The Thread to Keep".

    >>> import torch
    >>> len(plot_visibility({"a": torch.ones(2, 2).bool(), "b": torch.eye(2).bool()}, columns=2).axes)
    2
    """
    rows = -(-len(seen) // columns)
    fig, axes = figure(width=1.45 * columns, height=1.65 * rows, nrows=rows, ncols=columns, squeeze=False)
    for ax in axes.flat[len(seen) :]:
        ax.remove()
    for ax, (name, matrix) in zip(axes.flat, seen.items(), strict=False):
        shades = ListedColormap([colour("paper"), colour("blue")])
        height, width = matrix.shape
        ax.pcolormesh(np.flipud(matrix.cpu().numpy().astype(int)), cmap=shades, vmin=0, vmax=1, edgecolors=colour("grid"), linewidth=0.8)
        ax.set(xticks=[], yticks=[], xlim=(0, width), ylim=(0, height))
        ax.set_box_aspect(max(0.15, height / width))  # square cells, but a single row stays thick enough to see
        ax.set_title(name, fontsize=11)
    return fig
