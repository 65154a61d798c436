"""What happens inside attention heads, as small matrices with their numbers: one head in eight steps, and several heads put together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from torch import Tensor

from course_lib.figures.style import colour, diverging, figure
from course_lib.figures.weights import HUES, plot_heat
from course_lib.layers.masks import causal_mask, masked_softmax

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_head_steps(x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, position: int) -> Figure:
    """Draw one causal head at one position, from its inputs to its output.

    Args:
        x: (n, d), the inputs.
        W_Q: (d, d_k).
        W_K: (d, d_k).
        W_V: (d, d_v).
        position: i, counted from 1; keys after it are left out of the last five pictures.

    Returns:
        A figure of eight pictures: inputs, query, keys, scores, scaled scores, weights, values, output.

    Raises:
        ValueError: there is no such position.

    Source: the figure described in LLM 2, "One Head, Step by Step" (slide 24), from computed arrays.

    >>> import torch
    >>> fig = plot_head_steps(torch.eye(3), torch.eye(3), torch.eye(3), torch.eye(3), position=2)
    >>> len(fig.axes)
    8
    """
    n = x.shape[0]
    if not 1 <= position <= n:
        raise ValueError(f"position {position} is not among the {n} of this sequence; they are counted from 1")
    query, keys, values = x[position - 1 : position] @ W_Q, x @ W_K, x @ W_V
    scores = query @ keys.mT
    scaled = scores / math.sqrt(W_K.shape[1])
    weights = masked_softmax(scaled, causal_mask(n)[position - 1])
    names = [str(j + 1) for j in range(n)]
    row = [str(position)]
    fig, axes = figure(width=7.0, height=4.4, nrows=2, ncols=4)
    pictures: list[tuple[str, Tensor, list[str]]] = [
        ("1. inputs $x_j$", x, names),
        (f"2. query $q_{position}$", query, row),
        ("3. keys $k_j$", keys, names),
        (f"4. scores $q_{position} k_j$", scores.mT[:position], names[:position]),
        ("5. scale $s_j$", scaled.mT[:position], names[:position]),
        ("6. softmax $\\alpha_j$", weights.mT[:position], names[:position]),
        ("7. values $v_j$", values[:position], names[:position]),
        (f"8. output $a_{position}$", weights @ values, row),
    ]
    for ax, (title, matrix, rows) in zip(axes.flat, pictures, strict=True):
        plot_heat(matrix, rows, [""] * matrix.shape[1], ax=ax, title=title, signed=True, digits=1, labels=("", ""), fontsize=10.6)
        ax.set_ylim(n, 0)  # one height for a position in every picture
        ax.set_xlim((matrix.shape[1] - x.shape[1]) / 2, (matrix.shape[1] + x.shape[1]) / 2)
        ax.set_xticks([])
        if len(rows) == 1:
            ax.set_ylim(1 + (n - 1) / 2, -(n - 1) / 2)
    return fig


def plot_multi_head(heads: Tensor, W_O: Tensor) -> Figure:
    """Draw how the heads' outputs become one: each times its own slice of W_O, then all added.

    Args:
        heads: (h, n, d_v), the outputs of the heads.
        W_O: (h d_v, d).

    Returns:
        A figure with a column for each head and one for the sum.

    Raises:
        ValueError: W_O does not have h d_v rows.

    Source: the figure described in LLM 2, "Multi-Head Attention" (slide 26), from computed arrays.

    >>> import torch
    >>> fig = plot_multi_head(torch.ones(3, 2, 7), torch.ones(21, 5))
    >>> fig.axes[-1].get_title()
    'sum of the three'
    """
    h, n, d_v = heads.shape
    if W_O.shape[0] != h * d_v:
        raise ValueError(f"{h} heads of width {d_v} fill {h * d_v} columns, and W_O has {W_O.shape[0]} rows")
    slices = W_O.unflatten(0, (h, d_v))
    written = heads @ slices
    fig, axes = figure(width=7.0, height=5.6, nrows=3, ncols=h + 1, height_ratios=[n, d_v, n], squeeze=False)
    parts: tuple[tuple[Tensor, str], ...] = ((heads, "head {}"), (slices, "rows of $W_O$\nfor head {}"), (written, "head {} writes"))
    for level, (arrays, title) in enumerate(parts):
        top = arrays.abs().max().item()
        for c in range(h):
            _block(axes[level, c], arrays[c], title.format(c + 1), top, HUES[c % len(HUES)])
    count = {2: "two", 3: "three", 4: "four"}.get(h, str(h))
    for ax in axes[:2, h]:
        ax.axis("off")
    axes[0, h].text(0.5, 0.5, f"$n \\times d_v$\n{n} × {d_v} each", ha="center", va="center", transform=axes[0, h].transAxes)
    axes[1, h].text(0.5, 0.5, f"$d_v \\times d$\n{d_v} × {W_O.shape[1]} each", ha="center", va="center", transform=axes[1, h].transAxes)
    _block(axes[2, h], written.sum(0), f"sum of the {count}", written.sum(0).abs().max().item(), "ink")
    return fig


def _block(ax: Any, matrix: Tensor, title: str, top: float, hue: str) -> None:
    ax.pcolormesh(matrix.detach().numpy(), cmap=diverging(), vmin=-top, vmax=top, edgecolors=colour("paper"), linewidth=1)
    ax.set_title(title, color=colour(hue), fontsize=11)
    ax.set(xticks=[], yticks=[])
    ax.invert_yaxis()
    for spine in ax.spines.values():
        spine.set(visible=True, color=colour(hue), linewidth=2)
